/**
 * The words by which names sound like a restriction, in several languages. `docs/privacy.md` shows the same lists;
 * they are written without accents and in lower case, as `foldText` leaves them.
 */

import { words } from '../../core/text.js';

/** A language with its words. */
interface AccessWords {
  readonly language: string;
  /** Matches anywhere in a part of a name: `contentprotector`, `mitgliederbereich`. */
  readonly stems: readonly string[];
  /** Matches only a whole part of a name: `gate` does, `navigate` doesn't. */
  readonly words: readonly string[];
}

const language = (language: string, stems: string, wholes: string): AccessWords => {
  return { language, stems: words(stems), words: words(wholes) };
};

/** All words, by language: the stems, then the whole parts. */
export const ACCESS_WORDS: readonly AccessWords[] = [
  language(
    'English',
    `member restrict private privilege premium subscriber loggedin loggeduser logedin signedin protect
     password passcode passphrase paywall permission capabilit authoriz authoris authentic credential
     exclusive visibility confidential paidcontent userrole useronly onlyfor whitelist allowlist entitle
     unauthor encrypt`,
    `access accesses accesslevel paid payed paying paidonly pay purchase purchased purchaser buyer buyers
     customer customers gate gated gating gatekeeper login logged logon signin signon lock locked locker
     lockdown contentlock contentlocker unlock unlocked unlocks unlocker role roles hide hides hidden hider
     hiding hideaway secret secrets secretive vip vips svip patron patrons patreon insider insiders supporter
     supporters backer backers donor donors sponsor sponsoronly subscription subscriptions subscribe
     subscribed subscribersonly registered registration user users useraccess admin admins administrator
     editors staffonly internal internals clearance classified forbidden deny denied allow allowed noaccess
     nopublic nonpublic unpublic tier tiers plan cohort enrolled enrolment enrollment enrollee acl rbac eyes
     hidefrom showto visibleto concealed conceal censored redact redacted gatedcontent drip dripped teaser`,
  ),
  language(
    'German',
    `mitglied geschutzt schutz passwort kennwort angemeldet eingeloggt anmeldung zugang zugriff berechtig
     abonnent bezahlschranke kostenpflichtig vertraulich gesperrt sperr versteckt verborgen freigeschalt
     freischalt exklusiv geheim nurfur kunden sichtbarkeit`,
    `privat private privater privates abo abos intern interne rolle rollen bezahlt kaufer kunde`,
  ),
  language(
    'French',
    `membre abonne prive restreint reserve protege motdepasse connecte payant exclusif exclusivite adherent
     confidentiel verrouill deverrouill visibilite identifie`,
    `acces cache caches cachee paye payes role roles secret secrete connexion interne abonnement`,
  ),
  language(
    'Spanish',
    `miembro suscriptor suscrit privad restringid reservad protegid contrasena iniciosesion exclusiv oculto
     oculta bloquead desbloque confidencial visibilidad socios registrad`,
    `acceso accesos pago pagos rol roles secreto secreta clave socio interno conectado conectados`,
  ),
  language(
    'Italian',
    `membri abbonat privat riservat ristrett protett esclusiv nascost bloccat sbloccat confidenzial
     visibilita iscritt registrat pagamento`,
    `accesso accessi ruolo ruoli segreto segreta soci socio membro autenticato interno`,
  ),
  language(
    'Portuguese',
    `assinante privad restrit reservad protegid exclusiv oculto oculta bloquead desbloque confidencial
     visibilidade membros cadastrad`,
    `acesso acessos pago paga papel papeis senha segredo secreto membro logado logados interno socios`,
  ),
  language(
    'Dutch',
    `abonnee besloten afgeschermd beveilig wachtwoord ingelogd aangemeld toegang vertrouwelijk verborgen
     vergrendel ontgrendel exclusie zichtbaarheid beperkt betaald betaalmuur`,
    `leden lid prive rol rollen geheim intern geheime klanten`,
  ),
  language(
    'Japanese',
    `会員 限定 非公開 有料 パスワード ログイン 購読者 プレミアム 秘密 メンバー 制限 保護 アクセス 権限 内部 隠し 鍵付き 非表示 関係者`,
    `kaiin gentei hikokai yuryo`,
  ),
  language(
    'Chinese',
    `会员 會員 登录 登入 登錄 付费 付費 密码 密碼 口令 私密 隐藏 隱藏 权限 權限 可见 可見 加密 保护 保護 受限 专享 专属 非公开 机密 訂閱者 订阅者`,
    `huiyuan mima fufei yincang denglu 用户 订阅 訂閱`,
  ),
  language('Korean', `회원 로그인 유료 비밀 비공개 구독자 숨김 제한 권한 프리미엄 멤버`, `hoewon`),
  language(
    'Swedish, Norwegian, Danish and Finnish',
    `medlem skydda beskytt inlogg innlogg losenord passord adgangskode prenumerant betalvagg betalingsmur
     hemlig hemmelig skjult begrans begrens adgang tilgang behorig jasen kirjautun salasana tilaaj maksullin
     suojatt piilotet yksityi`,
    `dold dolda dolt betalt laast`,
  ),
  language(
    'Polish, Czech and Slovak',
    `czlonk czlonek zalogowan subskryb abonen prywatn ukryt chronion uzytkownik zablokowan clenov clensk
     prihlas predplat soukrom sukromn skryt chranen uzivatel uzamcen`,
    `haslo heslo cleny platne platny platna platene placene placeny dostep pristup`,
  ),
  language(
    'Russian and Ukrainian',
    `участник член парол подписчик закрыт платн скрыт приватн доступ пользовател авторизов зарегистрирован
     секрет учасник підписник закрит приховано користувач`,
    `роль роли ролі вход вхід`,
  ),
  language('Turkish', `uyeler uyelik sifre abone ucretli gizli kilitli korumali erisim`, `uye giris`),
  language(
    'Hungarian, Romanian, Greek, Arabic, Persian, Hebrew, Indonesian, Vietnamese, Thai and Hindi',
    `bejelentkez jelszo elofizet fizetos rejtett autentificat abonat ascuns protejat συνδεδεμεν κωδικ
     συνδρομητ ιδιωτικ κρυφ اعضا محمي مشترك مشترک مدفوع مخفي مخفی خصوصی מנויים סיסמ מוגן נסתר בתשלום anggota
     pelanggan berbayar rahasia tersembunyi terkunci สมาชิก รหัสผ่าน เข้าสู่ระบบ सदस्य निजी पासवर्ड`,
    `tagok tagoknak vedett platit μελη μελων خاص ورود الدخول חברים`,
  ),
];

/** Words that contain a stem and aren't about access. */
export const NOT_ACCESS: readonly string[] = words(
  'remember dismember passwordless disconnect accessib accessor protectorate protectiv protractor ' +
    'reservoir reservation reserves privet memberof schutzblech бесплатн доступн',
);

/** Next to one of these, a `member` or a `role` is a person who is introduced, or a part. */
export const PERSON_CONTEXT: ReadonlySet<string> = new Set(
  words(
    'team teams staff crew board band faculty family cast person people bio committee council testimonial portfolio',
  ),
);

/** The words that `PERSON_CONTEXT` neutralises. */
export const PERSON_WORDS =
  /^(?:members?|roles?|users?|mitglied(?:er)?|membres?|miembros?|customers?|patrons?|sponsors?)$/;

/** Next to one of these, `internal` means the site itself: `InternalLink`. */
export const LINK_CONTEXT: ReadonlySet<string> = new Set(
  words('link links linking url urls ref refs reference references anchor anchors'),
);

/** The words that `LINK_CONTEXT` neutralises. */
export const LINK_WORDS = /^(?:internals?|intern[eo]?)$/;

/** Two parts of a name that mean access together. */
export const ACCESS_PHRASES: ReadonlySet<string> = new Set(
  words(
    'logged-in log-in sign-in signed-in pay-wall pass-word pass-code show-if display-if visible-if hide-if show-to ' +
      'display-to visible-to shown-to only-for for-only hide-from hidden-from eingeloggt-nur mot-passe sesion-iniciada ' +
      'inicio-sesion connexion-requise nur-fur solo-para solo-per seulement-pour alleen-voor apenas-para so-para ' +
      'logget-ind logget-inn kun-for bara-for thanh-vien dang-nhap mat-khau tra-phi rieng-tu kata-sandi masuk-dulu ' +
      'opt-in content-upgrade tip-wall register-wall reg-wall sign-up auth-guard auth-required require-auth requires-auth ' +
      'with-auth not-public non-public auth-only',
  ),
);

/** A name that is one of these is a condition, and its text is for those who meet it. */
export const CONDITIONS: ReadonlySet<string> = new Set(
  words(
    'if ifelse elseif condition conditional conditions conditionals unless logic wenn falls bedingung condicion condicional condizione condicao voorwaarde',
  ),
);

/** Words that restrict in the name of something that encloses text: of attributes and keys they are common. */
export const GATE_WORDS: ReadonlySet<string> = new Set(
  words(
    'student students learner learners ifso secure secured timed scheduled scheduler embargo embargoed expire expires expiry expirator ' +
      'expired expiring expiration delayed draft drafts unpublished conditional conditionals conditionally commenters bought ' +
      'laterpay nsfw pvt referrer referer useragent',
  ),
);

/** The last of several parts of such a name: the reader's progress, or a decision about them. */
export const GATE_ENDINGS: ReadonlySet<string> = new Set(
  words(
    'complete completed incomplete earned inprogress notstarted finished decision passed replied commented voted invited redeemed ' +
      'condition owner owners owned licensed verified attended attendees',
  ),
);

/** Names of shortcodes that limit their text to a time or to some readers, or hide it. */
export const SOLE_GATES: ReadonlySet<string> = new Set(
  words(
    'schedule reply replied huifu comment commented until till delay delayed expire when unless geo ignore disable disabled off ' +
      'todo cfgeo visiblecontent weekday weekdays reveal revealed invisible nodisplay noshow hideme suppress remove removed delete ' +
      'deleted skip exclude excluded inactive devnote adult adults audience segment persona variant experiment ordered ' +
      'owned owner owners holder holders licensed verified invited attended completed finished passed trial vault sealed nda passwd pwd pw pincode ' +
      'auth noindex wip fixme unfinished unpublish ppv payperview',
  ),
);

/** Groups of people. A shortcode with such a name is for this group, unless its parameters introduce a person. */
export const READER_GROUPS: ReadonlySet<string> = new Set(
  words(
    'staff employee employees teacher teachers parents alumni moderator moderators contributors followers fans friends ' +
      'family partners dealer dealers reseller resellers retailers wholesale wholesaler wholesalers attendee attendees ' +
      'volunteers affiliates agents clients voters shop_manager bronze silver gold platinum diamond',
  ),
);

/** Words in names that are about screens, not readers. */
export const DEVICE_WORDS =
  /^(?:mobile|phone|tablet|desktop|device|devices|laptop|screen|screens|small|medium|large|xs|sm|md|lg|xl|viewport|breakpoint|breakpoints|responsive|print|portrait|landscape|widescreen)$/;

/** `only` after one of these is about form or screens. */
export const NOT_ONLY =
  /^(?:read|text|icon|image|print|screen|mobile|desktop|tablet|phone|web|css|js|label|sr)(?:only)?$/;

/** What widgets allow: `data-allow-all-closed`, `allowMultiple`. */
export const ALLOWED_STATES = /^(?:all|multiple|multi|toggle|zoom|full|fullscreen)$/;

/** Letters with marks that Unicode doesn't take apart. */
export const UNMARKED: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', đ: 'd' };
