/**
 * The anchor of P9: a server that does nothing but send. Arguments: files with what it sends, each JSON of
 * `{path, headers, body}` with the header fields in turn and the body in base64.
 */
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

const answers = new Map(
  process.argv.slice(2).map((file) => {
    const { path, headers, body } = JSON.parse(readFileSync(file, 'utf8'));
    return [path, { headers, body: Buffer.from(body, 'base64') }];
  }),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url);
  response.writeHead(200, answer.headers);
  response.end(answer.body);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`),
);
