const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = (rest: string) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} ${rest}`;
const linux = (rest: string) => `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} ${rest}`;
const mac = (rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const chromeOfMac = (rest: string) => `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} ${rest}`;
const android = (device: string, rest = 'Chrome/126.0.0.0 Mobile Safari/537.36') =>
  `Mozilla/5.0 (Linux; Android ${device}) ${WEBKIT} ${rest}`;
const inApp = (device: string, app: string) =>
  android(`${device}; wv`, `Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 ${app}`);
const iphone = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const ipad = (rest: string) =>
  `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;

/** User-Agents of browsers, telephones and apps in which people read. */
export const PEOPLE: readonly string[] = [
  // Computers.
  windows('Chrome/126.0.0.0 Safari/537.36'),
  windows('Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.87'),
  windows('Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0'),
  windows('Chrome/124.0.0.0 Safari/537.36 Vivaldi/6.7.3329.31'),
  windows('Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36'),
  windows('Chrome/126.0.0.0 Safari/537.36 Avast/126.0.25735.183'),
  windows('Chrome/122.0.0.0 Safari/537.36 coc_coc_browser/126.0.104'),
  windows('Chrome/118.0.0.0 Whale/3.23.214.10 Safari/537.36'),
  windows('Chrome/70.0.3538.102 Safari/537.36 Edge/18.19045'),
  windows('Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE'),
  windows('Chrome/94.0.4606.71 Safari/537.36 SE 2.X MetaSr 1.0'),
  windows('Chrome/94.0.4606.71 Safari/537.36 Core/1.94.225.400 QQBrowser/12.2.5544.400'),
  windows('Chrome/120.0.6099.291 Electron/28.2.3 Safari/537.36'),
  windows('discord/1.0.9153 Chrome/124.0.6367.243 Electron/30.1.0 Safari/537.36'),
  windows('(KHTML, like Gecko) Slack/4.39.90 Chrome/126.0.6478.127 Electron/31.2.0 Safari/537.36'),
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0 Waterfox/6.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:6.5) Goanna/20240101 PaleMoon/33.1.0',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; Touch; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; WOW64; Trident/4.0; .NET CLR 2.0.50727)',
  'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)',
  'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
  mac('Version/17.5 Safari/605.1.15'),
  mac('Version/15.6.1 Safari/605.1.15'),
  mac('Version/17.5 Safari/605.1.15 Ddg/17.5'),
  chromeOfMac('Chrome/126.0.0.0 Safari/537.36'),
  chromeOfMac('Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'),
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/4.5 (compatible; iCab 2.9.8; Macintosh; U; PPC)',
  linux('Chrome/126.0.0.0 Safari/537.36'),
  linux('Ubuntu Chromium/80.0.3987.163 Chrome/80.0.3987.163 Safari/537.36'),
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.18',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15 Epiphany/605.1.15',
  'Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14.38 (like Gecko)',
  linux('Falkon/23.08.4 QtWebEngine/5.15.15 Chrome/87.0.4280.144 Safari/537.36'),
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; FreeBSD amd64; rv:124.0) Gecko/20100101 Firefox/124.0',
  'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.13',
  'Links (2.29; Linux 6.1.0 x86_64; GNU C 12.2; text)',
  'w3m/0.5.3+git20230121',
  // Telephones and tablets.
  iphone('Version/17.5 Mobile/15E148 Safari/604.1'),
  iphone('CriOS/126.0.6478.108 Mobile/15E148 Safari/604.1'),
  iphone('FxiOS/127.2 Mobile/15E148 Safari/605.1.15'),
  iphone('EdgiOS/126.0.2592.86 Version/17.0 Mobile/15E148 Safari/604.1'),
  iphone('Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15'),
  iphone('GSA/323.0.647062479 Mobile/15E148 Safari/604.1'),
  iphone('Version/17.0 OPT/4.7.1 Mobile/15E148 Safari/604.1'),
  ipad('Version/16.6 Mobile/15E148 Safari/604.1'),
  ipad('CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1'),
  android('10; K'),
  android('14; Pixel 8'),
  android('14; SM-S918B'),
  android('13; SM-A546B', 'SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36'),
  android('13; SAMSUNG SM-T870', 'SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36'),
  android('12; M2101K6G', 'Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.6.0'),
  android('13; ruby Build/TP1A.220624.014'),
  android('11; CUBOT_X18_Plus'),
  android('12; CUBOT NOTE 20 PRO Build/QP1A'),
  android('8.1.0; CUBOT_POWER'),
  android('10; ROBOT X Build/QP1A.190711.020'),
  android('9; Spider 5'),
  android('12; moto g(60)s'),
  android('11; M2006C3LG'),
  android(
    '10; MAR-LX1A',
    'HuaweiBrowser/14.0.5.302 HMSCore/6.13.0.302 Chrome/114.0.5735.196 Mobile Safari/537.36',
  ),
  android('9; CPH1923', 'Chrome/89.0.4389.72 Mobile Safari/537.36 HeyTapBrowser/45.9.6.1'),
  android('11; vivo 1906', 'Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/10.1.0.0'),
  android('12; SM-A127F', 'Chrome/125.0.0.0 Mobile Safari/537.36 OPR/82.3.4342.79513'),
  android('13; Pixel 6a', 'Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 EdgA/126.0.2592.80'),
  android('9; KFMAWI', 'Silk/126.4.1 like Chrome/126.0.6478.126 Safari/537.36'),
  'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0',
  'Mozilla/5.0 (Linux; U; Android 10; en-US; SM-A107F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 4.4.2; de-de; CUBOT S208 Build/KOT49H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
  // Apps.
  iphone(
    'Mobile/15E148 Instagram 340.0.0.22.109 (iPhone14,5; iOS 17_5_1; de_DE; de; scale=3.00; 1170x2532; 618023787)',
  ),
  iphone(
    'Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.38.104;FBBV/615482567;FBDV/iPhone14,2;FBMD/iPhone;FBSN/iOS]',
  ),
  iphone('Mobile/15E148 musical_ly_35.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6'),
  iphone('Mobile/15E148 Snapchat/12.93.0.36 (like Safari/8618.2.12.10.9, panda)'),
  iphone('Mobile/15E148 Safari/604.1 [LinkedInApp]/9.29.8962'),
  iphone('Mobile/15E148 [Pinterest/iOS]'),
  iphone('Mobile/15E148 Twitter for iPhone/10.48'),
  iphone('Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN'),
  iphone('Mobile/15E148 Safari Line/14.9.0'),
  iphone('Mobile/15E148 KAKAOTALK/10.8.6 (INAPP)'),
  iphone('Mobile/15E148 NAVER(inapp; search; 2000; 12.6.6; 14)'),
  inApp(
    '14; SM-S911B Build/UP1A.231005.007',
    'Instagram 339.0.0.30.105 Android (34/14; 480dpi; samsung; SM-S911B; en_GB)',
  ),
  inApp('13; CUBOT_P80 Build/TP1A', '[FB_IAB/FB4A;FBAV/471.0.0.57.76;FBDV/CUBOT_P80;]'),
  inApp('13; SM-A536B', '[FB_IAB/FB4A;FBAV/470.1.0.43.74;]'),
  inApp('12; RMX3511', 'trill_350003 BytedanceWebview/d8a21c6'),
  inApp('14; Pixel 7', 'GSA/15.25.36.28.arm64'),
  inApp('11; Redmi Note 8', 'Line/14.9.1/IAB'),
  // Televisions, consoles, cars and readers.
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (PlayStation; PlayStation 5/9.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
  'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
  'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/109.0.5414.119 Chrome/109.0.5414.119 Safari/537.36 Tesla/2024.20.1',
  'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+',
];
