/** User-Agents of programs as they are sent, and the names that they are logged under. */
export const PROGRAMS: readonly (readonly [userAgent: string, agent: string])[] = [
  // Assistants and those who read for them.
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'GPTBot (OpenAI)',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    'ChatGPT',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
    'OpenAI SearchBot',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'ClaudeBot (Anthropic)',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
    'Claude',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)',
    'Claude-SearchBot',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'PerplexityBot',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
    'Perplexity',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Gemini-Deep-Research; +https://gemini.google/overview/deep-research/) Chrome/135.0.0.0 Safari/537.36',
    'Gemini-Deep-Research',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-CloudVertexBot; +https://cloud.google.com/enterprise-search)',
    'Google-CloudVertexBot',
  ],
  [
    'Mozilla/5.0 (compatible; Google-NotebookLM; +https://support.google.com/notebooklm)',
    'Google-NotebookLM',
  ],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 'Meta'],
  [
    'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Meta-ExternalFetcher',
  ],
  [
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Bytespider (ByteDance)',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
    'Amazonbot',
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot (Common Crawl)'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Applebot',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
    'MistralAI-User',
  ],
  ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)', 'DuckAssistBot'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; YouBot/1.0; +https://about.you.com/youbot/) Chrome/119.0.0.0',
    'YouBot',
  ],
  [
    'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1; +http://www.diffbot.com)',
    'Diffbot',
  ],
  ['Timpibot/0.9 (+http://www.timpi.io)', 'Timpibot'],
  ['cohere-ai/1.0 (+https://cohere.com)', 'Cohere'],
  // Search engines.
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.58 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Googlebot',
  ],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.58 Mobile Safari/537.36 (compatible; GoogleOther)',
    'GoogleOther',
  ],
  ['Googlebot-Image/1.0', 'Googlebot'],
  ['Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)', 'Google-InspectionTool'],
  ['Mozilla/5.0 (compatible; Google-Site-Verification/1.0)', 'Google-Site-Verification'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/104.0.5112.79 Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)',
    'Google-Read-Aloud',
  ],
  ['FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)', 'FeedFetcher-Google'],
  ['APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)', 'APIs-Google'],
  ['AdsBot-Google (+http://www.google.com/adsbot.html)', 'AdsBot-Google'],
  ['Mediapartners-Google', 'Mediapartners-Google'],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'GoogleImageProxy',
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
    'Lighthouse',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    'Bingbot',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    'BingPreview',
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot'],
  ['Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)', 'YandexImages'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'Baiduspider'],
  ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'DuckDuckGo'],
  ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'spider'],
  [
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'PetalBot',
  ],
  [
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
    'SeznamBot',
  ],
  ['Mozilla/5.0 (compatible; MojeekBot/0.11; +https://www.mojeek.com/bot.html)', 'MojeekBot'],
  ['Mozilla/5.0 (compatible; Qwantbot/1.0; +https://help.qwant.com/bot/)', 'Qwantbot'],
  ['Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)', 'coccocbot-web'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'Other bot'],
  // Previews of links, and feeds.
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'Meta'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Meta',
  ],
  ['Twitterbot/1.0', 'Twitterbot'],
  ['TelegramBot (like TwitterBot)', 'TelegramBot'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'LinkedInBot'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'Slackbot'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'Discordbot'],
  ['WhatsApp/2.23.20.0 A', 'WhatsApp'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'Preview'],
  ['Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)', 'Pinterestbot'],
  ['Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)', 'vkShare'],
  ['Mastodon/4.2.3 (http.rb/5.1.1; +https://mastodon.example/)', 'Mastodon'],
  ['Iframely/1.3.1 (+https://iframely.com/docs/about)', 'Iframely'],
  ['Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)', 'redditbot'],
  ['Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots', 'Preview'],
  ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; 25 subscribers; like FeedFetcher-Google)', 'Feedly'],
  [
    'NewsBlur Feed Fetcher - 10 subscribers - https://www.newsblur.com/site/1/x (Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0.1 Safari/605.1.15)',
    'Fetcher',
  ],
  ['Mozilla/5.0 (compatible; Miniflux/2.0.51; +https://miniflux.app)', 'Miniflux'],
  ['Tiny Tiny RSS/23.05 (https://tt-rss.org/)', 'RSS'],
  // Those who measure, watch and archive.
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
  ['Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)', 'SemrushBot'],
  ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', 'MJ12bot'],
  ['Screaming Frog SEO Spider/19.8', 'Spider'],
  ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'UptimeRobot'],
  ['Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)', 'Pingdom'],
  [
    'GoogleStackdriverMonitoring-UptimeChecks(https://cloud.google.com/monitoring)',
    'GoogleStackdriverMonitoring',
  ],
  ['ELB-HealthChecker/2.0', 'ELB-HealthChecker'],
  ['kube-probe/1.27', 'kube-probe'],
  [
    'Cloudflare-Healthchecks/1.0 (+https://www.cloudflare.com/; healthcheck-id: 0)',
    'Cloudflare-Healthchecks',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:62.0) Gecko/20100101 Firefox/62.0 PTST/190628.140653', 'PTST'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
    'GTmetrix',
  ],
  ['W3C_Validator/1.3 http://validator.w3.org/services', 'W3C_Validator'],
  ['Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot) Zeno/1.0', 'Zeno'],
  ['Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)', 'Other bot'],
  ['Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)', 'CensysInspect'],
  ['Mozilla/5.0 zgrab/0.x', 'zgrab'],
  ['Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)', 'HTTrack'],
  // Browsers that a program drives, and libraries.
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    'HeadlessChrome',
  ],
  [
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'PhantomJS',
  ],
  ['Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/22.1.0', 'jsdom'],
  ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.3803', 'WindowsPowerShell'],
  ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'ms-office'],
  ['Scrapy/2.11.0 (+https://scrapy.org)', 'Scrapy'],
  ['curl/8.5.0', 'Script/tool'],
  ['Wget/1.21.4', 'Script/tool'],
  ['python-requests/2.31.0', 'Script/tool'],
  ['Go-http-client/2.0', 'Script/tool'],
  ['okhttp/4.12.0', 'Script/tool'],
  ['axios/1.6.7', 'Script/tool'],
  ['Apache-HttpClient/4.5.14 (Java/17.0.9)', 'Script/tool'],
  ['Mozilla/5.0 (compatible; SomeEngine/1.0; +https://engine.example/about)', 'SomeEngine'],
];
