import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  globPattern,
  matchesPath,
  regexPattern,
  routePattern,
  starPattern,
} from '../../../../src/sources/html/host-rules/path-pattern.js';
import { page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'A paragraph with some words about the harbour and its boats. '.repeat(4);
const text = page(`<main><h1>T</h1><p>${words}</p></main>`);
const PAGES = {
  'index.html': text,
  'open.html': text,
  'secret/a.html': text,
  'secret/deep/b/index.html': text,
};
const SECRET = ['secret/a.html', 'secret/deep/b/index.html'];
const robots = [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }];

const ask = 'if (r.headers.get("authorization") !== KEY) return new Response("", { status: 401 });';

/** The pages that aren't for every reader, and the warnings. */
async function held(files: Readonly<Record<string, string>>, folder = '') {
  const pages = Object.entries(PAGES).map(([path, content]) => [folder + path, content]);
  const root = siteWith({ ...Object.fromEntries(pages), ...files });
  const { entries, warnings } = await readSite(`${root}/${folder}`);
  return {
    noindex: entries.filter((entry) => entry.noindex).map(({ key }) => key),
    closed: entries.filter((entry) => entry.protected).map(({ key }) => key),
    codes: warnings.map(({ code }) => code),
  };
}

describe('X-Robots-Tag: noindex', () => {
  it.each([
    ['_headers', '/secret/*\n  X-Robots-Tag: noindex\n'],
    [
      '_headers',
      '# all\n/secret/:page\n  Cache-Control: no-store\n  x-robots-tag: none\n/secret/deep/*\n  X-Robots-Tag: noindex',
    ],
    ['vercel.json', JSON.stringify({ headers: [{ source: '/secret/(.*)', headers: robots }] })],
    ['vercel.json', JSON.stringify({ headers: [{ source: '/secret/:path*', headers: robots }] })],
    ['netlify.toml', '[[headers]]\nfor = "/secret/*"\n[headers.values]\nX-Robots-Tag = "noindex"\n'],
    ['firebase.json', JSON.stringify({ hosting: { headers: [{ source: '/secret/**', headers: robots }] } })],
    ['firebase.json', JSON.stringify({ hosting: [{ headers: [{ regex: '^/secret', headers: robots }] }] })],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/secret/*', headers: { 'X-Robots-Tag': 'noindex' } }] }),
    ],
    [
      'secret/.htaccess',
      '<IfModule mod_headers.c>\n  Header set X-Robots-Tag "noindex, nofollow"\n</IfModule>\n',
    ],
    [
      'nginx.conf',
      'server {\n  listen 80;\n  location /secret/ { # closed\n    add_header X-Robots-Tag "noindex" always;\n  }\n}\n',
    ],
    ['nginx.conf', 'location ~ ^/(secret|draft)/ { add_header X-Robots-Tag noindex; }'],
    ['Caddyfile', 'tern.example {\n\theader /secret/* X-Robots-Tag "noindex"\n}\n'],
    ['Caddyfile', 'tern.example\n\nheader /secret/* {\n\tX-Robots-Tag noindex\n}\n'],
    [
      'secret/web.config',
      '<configuration><system.webServer><httpProtocol><customHeaders><add name="X-Robots-Tag" value="noindex"/></customHeaders></httpProtocol></system.webServer></configuration>',
    ],
  ])('in %s counts: %j', async (name, content) => {
    const { noindex, codes } = await held({ [name]: content });
    expect(noindex).toEqual(SECRET);
    expect(codes).not.toContain('host-config-malformed');
  });

  it.each([
    ['netlify.toml', '[[headers]]\nfor = "/secret/*"\nvalues = { X-Robots-Tag = "noindex" }\n'],
    ['web/vercel.json', JSON.stringify({ headers: [{ source: '/secret/(.*)', headers: robots }] })],
  ])('counts in %s above the built folder', async (name, content) => {
    expect((await held({ [name]: content }, 'web/build/')).noindex).toEqual(SECRET);
  });

  it.each([
    ['_headers', 'https://:branch.site.pages.dev/*\n  X-Robots-Tag: noindex\n'],
    ['_headers', '/*.pdf\n  X-Robots-Tag: noindex\n/secret/*\n  X-Robots-Tag: noarchive\n'],
    [
      'vercel.json',
      JSON.stringify({
        headers: [{ source: '/(.*)', has: [{ type: 'host', value: 'preview' }], headers: robots }],
      }),
    ],
    ['.htaccess', '<FilesMatch "\\.(pdf|docx?)$">\nHeader set X-Robots-Tag "noindex"\n</FilesMatch>'],
    [
      '.htaccess',
      'Header set X-Robots-Tag "noindex" env=STAGING\n<If "%{HTTP_HOST} == \'x\'">\nHeader set X-Robots-Tag noindex\n</If>',
    ],
    ['nginx.conf', 'server {\n}\nserver {\n add_header X-Robots-Tag noindex;\n}\n'],
    [
      'firebase.json',
      JSON.stringify({ hosting: { headers: [{ source: '**/*.@(pdf|png)', headers: robots }] } }),
    ],
  ])('for other files, hosts and requests leaves pages alone, in %s: %j', async (name, content) => {
    expect((await held({ [name]: content })).noindex).toEqual([]);
  });

  it('for a pattern that isn’t understood counts for every page that it may mean', async () => {
    const source = '/((?!open).*)';
    const { noindex } = await held({
      'vercel.json': JSON.stringify({ headers: [{ source, headers: robots }] }),
    });
    expect(noindex).toHaveLength(4);
  });

  it('is named in the marks of a page', async () => {
    const root = siteWith({ ...PAGES, _headers: '/secret/*\n  X-Robots-Tag: noindex\n' });
    const { source } = await readSite(root);
    const marks: unknown[] = [];
    const audit = { gate: () => {}, leftOut: () => {} };
    const { Warnings } = await import('../../../../src/core/warnings.js');
    for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC', audit })) {
      if (item.kind === 'entry') marks.push(...(item.entry.marks ?? []));
    }
    expect(marks).toHaveLength(2);
    expect(marks[0]).toMatchObject({ about: 'noindex', rule: '_headers:2 says X-Robots-Tag: noindex' });
  });
});

describe('a password of the host', () => {
  it.each([
    ['_headers', '/secret/*\n  Basic-Auth: someone:else\n'],
    ['secret/.htaccess', 'AuthType Basic\nAuthUserFile /etc/users\nRequire valid-user\n'],
    ['secret/.htaccess', 'Require all denied'],
    ['httpd.conf', '<Location "/secret">\n  AuthType Basic\n  Require valid-user\n</Location>\n'],
    [
      'docker/httpd.conf',
      '<Directory />\n  Require all denied\n</Directory>\nDocumentRoot "/srv/www/"\n<Directory "/srv/www">\n  Require all granted\n  <Files ".ht*">\n    Require all denied\n  </Files>\n</Directory>\n<Directory "/srv/www/secret">\n  Require valid-user\n</Directory>\n',
    ],
    [
      '000-default.conf',
      '<VirtualHost *:80>\n<LocationMatch "^/secret/">\nRequire ip 10\n</LocationMatch>\n</VirtualHost>',
    ],
    [
      'lighttpd.conf',
      'auth.require = ( "/secret" =>\n  ( "method" => "basic", "require" => "valid-user" ) )\n',
    ],
    [
      'lighttpd.conf',
      '$HTTP["url"] =~ "^/secret/" {\n  url.access-deny = ("")\n}\nurl.access-deny = ("~", ".inc")\n',
    ],
    [
      'app.yaml',
      'runtime: python39\nhandlers:\n- url: /secret/.*\n  static_dir: x\n  login: required\n- url: /\n  static_dir: .\n',
    ],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/secret/*', allowedRoles: ['authenticated'] }] }),
    ],
    [
      'docker-compose.yml',
      'services:\n  web:\n    labels:\n      - "traefik.http.routers.open.rule=Host(`tern.example`)"\n      - "traefik.http.routers.in.rule=Host(`tern.example`) && PathPrefix(`/secret`)"\n      - "traefik.http.routers.in.middlewares=gate"\n      - "traefik.http.middlewares.gate.basicauth.users=ada:x"\n',
    ],
    [
      'compose.yaml',
      'services:\n  web:\n    labels:\n      traefik.http.routers.in.rule: PathPrefix(`/secret/`) || Path(`/x`)\n      traefik.http.routers.in.middlewares: headers,authelia@docker\n',
    ],
    [
      'dynamic.yml',
      'http:\n  routers:\n    in: { rule: "PathRegexp(`^/secret`)", middlewares: [office], service: web }\n    dash: { rule: Host(`x`), middlewares: [office], service: api@internal }\n  middlewares:\n    office: { ipAllowList: { sourceRange: [10.0.0.0/8] } }\n',
    ],
    [
      'bucket-policy.json',
      JSON.stringify({
        Statement: [
          { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::tern/*' },
          { Effect: 'Deny', Principal: '*', Action: ['s3:Get*'], Resource: 'arn:aws:s3:::tern/secret/*' },
        ],
      }),
    ],
    [
      'cloudfront/viewer-request.js',
      "function handler({ request }) {\n  if (request.uri.startsWith('/secret/') && !isOk(request)) return { statusCode: 401 };\n  return request;\n}",
    ],
    ['nginx.conf', 'location /secret { auth_basic "Closed"; }'],
    ['nginx.conf', 'location /secret/ { return 403; }'],
    ['.htaccess', 'RedirectMatch 404 ^/secret/'],
    ['_redirects', '# roles\n/secret/*  200!  Role=staff\n/secret/*  /sign-in  302\n'],
    ['_redirects', '/secret/* /sign-in 401!'],
    [
      'netlify.toml',
      '[[redirects]]\nfrom = "/secret/*"\nto = "/secret/:splat"\nstatus = 200\nconditions = {Role = ["staff"]}\n',
    ],
    ['vercel.json', JSON.stringify({ routes: [{ src: '/secret/.*', status: 404 }] })],
    [
      'Caddyfile',
      'tern.example {\n\troot * /srv\n\tbasic_auth /secret/* {\n\t\tann $2a$14$x\n\t}\n\tfile_server\n}\n',
    ],
    ['Caddyfile', ':80 {\n\thandle /secret/* {\n\t\trespond "Closed" 403\n\t}\n\tfile_server\n}\n'],
    [
      'Caddyfile',
      ':80 {\n\t@staff path /secret/*\n\tforward_auth @staff auth:9091 {\n\t\turi /verify\n\t}\n}\n',
    ],
    [
      'web.config',
      '<?xml version="1.0"?><configuration><location path="secret"><system.web><authorization><deny users="?"/></authorization></system.web></location></configuration>',
    ],
    [
      'secret/web.config',
      '<configuration><system.webServer><security><authorization><remove users="*" roles="" verbs=""/><add accessType="Allow" roles="Staff"/></authorization></security></system.webServer></configuration>',
    ],
  ])('in %s protects pages: %j', async (name, content) => {
    expect((await held({ [name]: content })).closed).toEqual(SECRET);
  });

  it.each([
    [
      '.htaccess',
      '<Files ".ht*">\nRequire all denied\n</Files>\n<Limit POST>\nRequire valid-user\n</Limit>\nRequire all granted',
    ],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/*', allowedRoles: ['anonymous', 'authenticated'] }] }),
    ],
    [
      'docker-compose.yml',
      'services:\n  web:\n    labels:\n      - "traefik.http.routers.a.rule=Host(`tern.example`)"\n  desk:\n    labels:\n      - "traefik.http.routers.b.rule=Host(`desk.example`)"\n      - "traefik.http.routers.b.middlewares=auth"\n',
    ],
    [
      'bucket-policy.json',
      JSON.stringify({
        Statement: {
          Effect: 'Deny',
          Principal: '*',
          Action: 's3:*',
          Resource: 'arn:aws:s3:::tern/*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      }),
    ],
    ['nginx.conf', 'location / { auth_basic off; }'],
    [
      'nginx.conf',
      'map $host $robots {\n b.example "noindex";\n}\nserver {\n add_header X-Robots-Tag $robots;\n}\n',
    ],
    ['AUTH', 'How to sign in'],
    ['nginx.conf', 'location / { limit_except GET { deny all; } if ($bad_bot) { return 403; } }'],
    [
      '_redirects',
      '/ /desk 302! Role=staff\n/old/* /new/:splat 301\n/* /404.html 404\n/* /de/:splat 200 Country=de',
    ],
    [
      'Caddyfile',
      'tern.example {\n\t@bots header User-Agent *bot*\n\trespond @bots 403\n\thandle_errors {\n\t\trespond "Sorry" 404\n\t}\n\trespond /health 200\n}\nintern.example {\n\tbasic_auth {\n\t\tann x\n\t}\n}\n',
    ],
    [
      'web.config',
      '<configuration><location path="secre"><system.web><authorization><deny users="*"/></authorization></system.web></location><system.webServer><security><authorization><add accessType="Allow" users="*"/><add accessType="Deny" users="*" verbs="PUT"/></authorization></security></system.webServer></configuration>',
    ],
  ])('for others leaves pages open, in %s: %j', async (name, content) => {
    expect((await held({ [name]: content })).closed).toEqual([]);
  });
});

describe('a rule of a host', () => {
  it.each([
    ['serve.json', JSON.stringify({ headers: [{ source: 'secret/**', headers: robots }] })],
    ['serve.json', JSON.stringify({ headers: [{ source: '/secret/**', headers: robots }] })],
    ['serve.json', JSON.stringify({ redirects: [{ source: '/secret/**', destination: '/login' }] })],
    ['serve.json', JSON.stringify({ redirects: [{ source: '/secret/:path*', destination: '/login' }] })],
    ['serve.json', JSON.stringify({ rewrites: [{ source: '/secret/**', destination: '/login.html' }] })],
    ['now.json', JSON.stringify({ headers: [{ source: '/secret/(.*)', headers: robots }] })],
    ['vercel.json', JSON.stringify({ redirects: [{ source: '/secret/(.*)', destination: '/login' }] })],
    [
      'vercel.json',
      JSON.stringify({
        routes: [{ src: '/secret/(.*)', headers: { 'x-robots-tag': 'NOINDEX' }, continue: true }],
      }),
    ],
    [
      'vercel.json',
      JSON.stringify({
        headers: [
          { source: '/secret/:path*', headers: [{ key: 'x-robots-tag', value: 'googlebot: noindex' }] },
        ],
      }),
    ],
    ['Caddyfile', ':80 {\n\t@a {\n\t\tmethod GET\n\t\tpath /secret/*\n\t}\n\trespond @a 403\n}\n'],
    [
      'Caddyfile',
      ':80 {\n\t@a {\n\t\tnot remote_ip 10.0.0.0/8\n\t\tpath /secret/*\n\t}\n\trespond @a 403\n}\n',
    ],
    ['Caddyfile', ':80 {\n\t@a path_regexp ^/secret/\n\trespond @a 404\n}\n'],
    ['Caddyfile', ':80 {\n\t@a path_regexp x ^/secret/\n\terror @a "no" 404\n}\n'],
    ['Caddyfile', ':80 {\n\thandle_path /secret/* {\n\t\tabort\n\t}\n}\n'],
    ['Caddyfile', ':80 {\n\tabort /secret/*\n}\n'],
    ['Caddyfile', ':80 {\n\troute /secret/* {\n\t\tbasic_auth {\n\t\t\ta b\n\t\t}\n\t}\n}\n'],
    ['Caddyfile', ':80 {\n\tfile_server {\n\t\thide secret\n\t}\n}\n'],
    ['Caddyfile', ':80 {\n\tredir /secret/* /login\n}\n'],
    ['Caddyfile', ':80 {\n\theader /secret/* +X-Robots-Tag "noindex, nofollow"\n}\n'],
    [
      'Caddyfile',
      '(snip) {\n\tbasic_auth {\n\t\ta b\n\t}\n}\n:80 {\n\thandle /secret/* {\n\t\timport snip\n\t}\n}\n',
    ],
    ['Caddyfile', ':80 {\n\t@a `path("/secret/*")`\n\trespond @a 403\n}\n'],
    ['Caddyfile', ":80 {\n\t@a expression path('/secret/*')\n\trespond @a 403\n}\n"],
    ['_headers', '/secret/*\n\tX-Robots-Tag: noindex\n'],
    ['_headers', '/secret/*\r\n  X-Robots-Tag: noindex\r\n'],
    ['_headers', '\uFEFF/secret/*\n  X-Robots-Tag: noindex\n'],
    ['_headers', '/secret/*\n  X-Robots-Tag : noindex\n'],
    ['_redirects', '/secret/* /login 302!'],
    ['_redirects', '/secret/* /404 404!'],
    ['netlify.toml', '[[redirects]]\nfrom = "/secret/*"\nto = "/login"\nstatus = 302\nforce = true\n'],
    ['netlify.toml', '[[headers]]\nfor = "/secret/*"\n[headers.values]\nBasic-Auth = "a:b"\n'],
    ['firebase.json', JSON.stringify({ hosting: { ignore: ['secret/**'] } })],
    [
      'firebase.json',
      JSON.stringify({
        hosting: { redirects: [{ source: '/secret/**', destination: '/login', type: 302 }] },
      }),
    ],
    ['firebase.json', JSON.stringify({ hosting: { headers: [{ source: '/secret/**', headers: robots }] } })],
    ['staticwebapp.config.json', JSON.stringify({ routes: [{ route: '/secret/*', statusCode: 404 }] })],
    ['staticwebapp.config.json', JSON.stringify({ routes: [{ route: '/secret/*', redirect: '/login' }] })],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/secret/*', methods: ['GET'], allowedRoles: ['admin'] }] }),
    ],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/secret*', allowedRoles: ['staff'] }] }),
    ],
    ['nginx.conf', 'location ^~ /secret/ { deny all; }'],
    ['nginx.conf', 'location /secret/ { if ($cookie_session = "") { return 302 /login; } }'],
    [
      'nginx.conf',
      'map $uri $robots {\n default "";\n ~^/secret/ "noindex";\n}\nserver {\n add_header X-Robots-Tag $robots;\n}\n',
    ],
    ['routes.json', JSON.stringify({ routes: [{ route: '/secret/*', allowedRoles: ['admin'] }] })],
    ['nginx.conf', 'location /secret/ { allow 10.0.0.0/8; deny all; }'],
    ['nginx.conf', 'location /secret/ { return 404; }'],
    ['nginx.conf', 'location /secret/ { return 301 /login; }'],
    ['nginx.conf', 'location ~* "^/secret" { auth_request /auth; }'],
    ['nginx.conf', 'location /secret/ {\n auth_basic\n "x";\n }'],
    ['nginx.conf', 'location /secret/ { more_set_headers "X-Robots-Tag: noindex"; }'],
    ['nginx.conf', 'location /secret/ { auth_jwt "x"; }'],
    ['nginx.conf', 'location /secret/ { satisfy any; allow 1.2.3.4; auth_basic x; }'],
    ['nginx.conf', 'location /secret/ { rewrite ^ /login redirect; }'],
    ['nginx/default.conf', 'server { location /secret/ { deny all; } }'],
    ['default.conf', 'server { location /secret/ { deny all; } }'],
    ['secret/.htaccess', 'AuthType Basic\nRequire valid-user'],
    ['secret/.htaccess', 'Order deny,allow\nDeny from all'],
    ['secret/.htaccess', 'Deny from All'],
    ['secret/.htaccess', 'Require ip 10.0.0.0/8'],
    ['secret/.htaccess', 'Order allow,deny\nAllow from 10.0.0.1'],
    ['secret/.htaccess', '<RequireAny>\nRequire ip 10\nRequire valid-user\n</RequireAny>'],
    ['.htaccess', 'RewriteEngine On\nRewriteRule ^secret/ - [F]'],
    [
      '.htaccess',
      'RewriteEngine On\nRewriteCond %{REQUEST_URI} ^/x/ [NC,OR]\nRewriteCond %{REQUEST_URI} ^/secret/\nRewriteRule .* - [F,L]',
    ],
    ['.htaccess', 'RewriteEngine On\nRewriteRule ^secret(/|$) - [R=404,L]'],
    ['.htaccess', 'RewriteEngine On\nRewriteRule "^secret/" "-" [G,NC]'],
    ['.htaccess', 'RewriteEngine On\nRewriteCond %{REMOTE_ADDR} !^10\\.\nRewriteRule ^secret/ - [F]'],
    [
      '.htaccess',
      'RewriteEngine On\nRewriteCond %{HTTP_COOKIE} !auth=1\nRewriteRule ^secret/(.*)$ /login.html [R,L]',
    ],
    ['.htaccess', 'Header set X-Robots-Tag noindex "expr=%{REQUEST_URI} =~ m#^/secret#"'],
    ['.htaccess', '<If "%{REQUEST_URI} =~ m#^/secret/#">\nRequire all denied\n</If>'],
    ['.htaccess', 'SetEnvIf Request_URI "^/secret" priv\nHeader set X-Robots-Tag "noindex" env=priv'],
    ['.htaccess', 'RedirectMatch 403 "^/secret/"'],
    ['.htaccess', 'Redirect 410 /secret'],
    ['.htaccess', 'Redirect 302 /secret /login'],
    ['.htaccess', 'RedirectMatch ^/secret/ /login'],
    [
      'secret/web.config',
      '<configuration><system.webServer><security><authentication><anonymousAuthentication enabled="false"/></authentication></security></system.webServer></configuration>',
    ],
    [
      'web.config',
      '<configuration><system.webServer><security><requestFiltering><hiddenSegments><add segment="secret"/></hiddenSegments></requestFiltering></security></system.webServer></configuration>',
    ],
    [
      'web.config',
      '<configuration><system.webServer><security><requestFiltering><denyUrlSequences><add sequence="/secret/"/></denyUrlSequences></requestFiltering></security></system.webServer></configuration>',
    ],
    [
      'web.config',
      '<configuration><system.webServer><rewrite><rules><rule name="x"><match url="^secret/"/><action type="CustomResponse" statusCode="403"/></rule></rules></rewrite></system.webServer></configuration>',
    ],
    [
      'web.config',
      '<configuration><system.webServer><rewrite><rules><rule name="x"><match url="^secret/"/><action type="AbortRequest"/></rule></rules></rewrite></system.webServer></configuration>',
    ],
    [
      'web.config',
      '<configuration><location path="secret"><system.webServer><security><ipSecurity allowUnlisted="false"/></security></system.webServer></location></configuration>',
    ],
    [
      'amplify.yml',
      'version: 1\ncustomHeaders:\n  - pattern: /secret/*\n    headers:\n      - key: X-Robots-Tag\n        value: noindex\n',
    ],
    [
      'customHttp.yml',
      'customHeaders:\n  - pattern: /secret/*\n    headers:\n      - key: X-Robots-Tag\n        value: noindex\n',
    ],
    [
      'render.yaml',
      'services:\n  - type: web\n    headers:\n      - path: /secret/*\n        name: X-Robots-Tag\n        value: noindex\n',
    ],
    ['static.json', JSON.stringify({ headers: { '/secret/**': { 'X-Robots-Tag': 'noindex' } } })],
    ['robots.txt', 'User-agent: *\nNoindex: /secret/'],
    ['_headers', 'https://tern.example/secret/*\n  X-Robots-Tag: noindex\n'],
    ['_redirects', '/secret/* /login 302! Cookie=!token'],
    ['netlify.toml', '[[edge_functions]]\npath = "/secret/*"\nfunction = "basic-auth"\n'],
    ['netlify.toml', '[[edge_functions]]\npattern = "^/secret/"\nfunction = "auth"\n'],
    ['netlify/edge-functions/a.ts', `${ask}\nexport const config = { path: "/secret/*" };`],
    [
      'functions/secret/_middleware.js',
      `export const onRequest = ({ request: r, next }) => { ${ask} return next(); }`,
    ],
    [
      'middleware.ts',
      `export const config = { matcher: ['/secret/:path*'] };\nfunction middleware(r) { ${ask} }`,
    ],
    ['middleware.ts', `if (!url.pathname.startsWith('/secret/')) return NextResponse.next();\n${ask}`],
    [
      '_worker.js',
      `if (url.pathname === '/login') return next();\nif (pathname.startsWith('/secret')) { ${ask} }`,
    ],
    ['nginx/conf.d/site.conf', 'server { location /secret/ { deny all; } }'],
    ['nginx.conf.template', 'server { location /secret/ { deny all; } }'],
    ['site.conf', '<VirtualHost *:80>\n<Location /secret>\nRequire valid-user\n</Location>\n</VirtualHost>'],
    ['.assetsignore', '# closed\nsecret\n'],
    ['render.yaml', 'services:\n- routes:\n  - {type: redirect, source: /secret/*, destination: /login}\n'],
  ])('in %s holds pages back: %j', async (name, content) => {
    const { noindex, closed } = await held({ [name]: content });
    expect([...noindex, ...closed]).toEqual(SECRET);
  });

  it.each([
    ['serve.json', JSON.stringify({ public: 'dist', headers: [{ source: '**', headers: robots }] })],
    ['Caddyfile', ':80 {\n\theader {\n\t\tX-Robots-Tag none\n\t}\n}\n'],
    ['staticwebapp.config.json', JSON.stringify({ networking: { allowedIpRanges: ['10.0.0.0/24'] } })],
    ['.htaccess', 'Header always set X-Robots-Tag: "noindex"'],
    ['static.json', JSON.stringify({ root: 'dist', basic_auth: true })],
    ['functions/_middleware.ts', `export const onRequest = async ({ request: r, next }) => { ${ask} }`],
    ['.htaccess', 'Header set \\\n X-Robots-Tag "noindex"'],
  ])('in %s holds all pages back: %j', async (name, content) => {
    const { noindex, closed } = await held({ [name]: content });
    expect([...noindex, ...closed]).toHaveLength(4);
  });

  it.each([
    ['serve.json', JSON.stringify({ headers: [{ source: '**/*.@(jpg|png)', headers: robots }] })],
    ['serve.json', JSON.stringify({ unlisted: ['secret'] })],
    ['vercel.json', JSON.stringify({ redirects: [{ source: '/old/(.*)', destination: '/open' }] })],
    ['vercel.json', JSON.stringify({ rewrites: [{ source: '/secret/(.*)', destination: '/api/auth' }] })],
    ['vercel.json', JSON.stringify({ routes: [{ handle: 'filesystem' }, { src: '/(.*)', status: 404 }] })],
    ['nginx.conf', 'location /secret/ { auth_basic $preview; }'],
    [
      'Caddyfile',
      ':80 {\n\t@a {\n\t\theader User-Agent *bot*\n\t\tpath /secret/*\n\t}\n\trespond @a 403\n}\n',
    ],
    [
      'Caddyfile',
      ':80 {\n\t@a {\n\t\tpath /secret/*\n\t\theader User-Agent *bot*\n\t}\n\trespond @a 403\n}\n',
    ],
    ['_headers', '/secret/*\n  ! X-Robots-Tag\n'],
    ['_headers', 'https://:project.pages.dev/*\n  X-Robots-Tag: noindex\n'],
    ['netlify.toml', '[[edge_functions]]\npath = "/*"\nfunction = "geo"\n'],
    ['netlify/edge-functions/a.ts', ask],
    ['functions/_middleware.js', `if (url.pathname.startsWith('/api/')) { ${ask} } return next();`],
    ['middleware.ts', 'return new Response(null, { status: 404 });'],
    ['_redirects', '/secret/* /login 302'],
    ['_redirects', '/secret/* /login 301! Country=de'],
    [
      'firebase.json',
      JSON.stringify({ hosting: { ignore: ['firebase.json', '**/.*', '**/node_modules/**'] } }),
    ],
    [
      'staticwebapp.config.json',
      JSON.stringify({ routes: [{ route: '/secret/*', methods: ['POST'], allowedRoles: ['admin'] }] }),
    ],
    ['secret/.htaccess', '<RequireAll>\nRequire all granted\nRequire not ip 1.2.3.4\n</RequireAll>'],
    ['.htaccess', 'RewriteEngine On\nRewriteCond %{HTTP_USER_AGENT} bot\nRewriteRule ^ - [F]'],
    ['robots.txt', 'User-agent: *\nDisallow: /secret/'],
  ])('about others, or for some requests, leaves pages alone, in %s: %j', async (name, content) => {
    const { noindex, closed } = await held({ [name]: content });
    expect([...noindex, ...closed]).toEqual([]);
  });
});

it('the servers of several files may be other hosts, unlike their addresses', async () => {
  const closed = 'server { auth_basic "Closed"; location /secret/ { deny all; } }';
  const files = { 'conf.d/site.conf': 'server { root /srv; }', 'conf.d/wiki.conf': closed };
  expect((await held(files)).closed).toEqual(SECRET);
});

it('a configuration that can’t be parsed is named', async () => {
  expect((await held({ 'vercel.json': '{' })).codes).toContain('host-config-malformed');
});

it('pages that robots.txt disallows stay, and are named once', async () => {
  const robotsTxt = 'User-agent: *\nDisallow: /secret/\nAllow: /secret/deep/\n';
  const root = siteWith({ ...PAGES, 'robots.txt': robotsTxt });
  const { entries, warnings } = await readSite(root);
  expect(entries).toHaveLength(4);
  const named = warnings.filter(({ code }) => code === 'html-disallowed');
  expect(named).toEqual([expect.objectContaining({ file: 'secret/a.html' })]);
  expect(named[0]?.message).toContain('disallows 1 page ');
});

describe('patterns', () => {
  it.each([
    [starPattern('/a/*'), ['/a/', '/a/b/c'], ['/a', '/b/a/']],
    [starPattern('/:x/b'), ['/a/b'], ['/a/c/b', '/b']],
    [globPattern('**/*.{html,htm}'), ['/a.html', '/a/b.htm'], ['/a.pdf', '/a/b']],
    [globPattern('/a/*'), ['/a/b'], ['/a/b/c']],
    [routePattern('/a/:id(\\d+)'), ['/a/7'], ['/a', '/b/7']],
    [routePattern('/a.b'), ['/a.b'], ['/axb']],
    [regexPattern('^/(?:a|b)/?$'), ['/a', '/b/'], ['/c', '/a/b']],
    [regexPattern('secret'), ['/top-secret/x'], ['/open']],
  ])('%#', (pattern, yes, no) => {
    for (const path of yes) expect(`${path} ${matchesPath(pattern, path)}`).toBe(`${path} true`);
    for (const path of no) expect(`${path} ${matchesPath(pattern, path)}`).toBe(`${path} false`);
  });

  it('match at least what the regular expression matches', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '/',
      '.',
      '\\.',
      '[ab]',
      '(a|b/)',
      '(?:ab)?',
      '.*',
      'a+',
      '[^/]+',
      '\\w*',
      'b?',
    );
    const source = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(source, path, fc.boolean(), (body, text, isWhole) => {
        const regex = isWhole ? `^${body}$` : body;
        if (new RegExp(regex).test(text)) expect(matchesPath(regexPattern(regex), text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('take no more than linear time, whatever is written', () => {
    const began = Date.now();
    for (const source of ['(a*)*'.repeat(300), '(((((((a|b)'.repeat(100), '(a|b)'.repeat(300), '(a+)+$']) {
      matchesPath(regexPattern(source), `/${'a'.repeat(1500)}!`);
    }
    expect(Date.now() - began).toBeLessThan(2000);
  });
});

it.each([
  [
    'httpd.conf',
    '<Location "/sec">\nRequire valid-user\n</Location>\n<Proxy "*">\nRequire all denied\n</Proxy>',
  ],
  [
    'httpd.conf',
    '<VirtualHost *:80>\nHeader set X-Robots-Tag noindex\n</VirtualHost>\n<VirtualHost *:81>\n</VirtualHost>',
  ],
  ['lighttpd.conf', '$HTTP["host"] == "preview.tern.example" {\n  url.access-deny = ("")\n}\n'],
  ['lighttpd.conf', '$HTTP["url"] !~ "^/open" {\n  auth.require = ( "" => ( "method" => "basic" ) )\n}\n'],
  ['app.yaml', 'services:\n- name: web\n  routes:\n  - path: /secret\n'],
])('another page, host or request doesn’t count in %s: %j', async (name, content) => {
  const { noindex, closed, codes } = await held({ [name]: content });
  expect([noindex, closed]).toEqual([[], []]);
  expect(codes).not.toContain('host-config-malformed');
});
