import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { file, NEWER_NODE, type Need, newerNode } from '../../../needs.js';

const PROGRAM = fileURLToPath(
  new URL(
    '../../../../checkers/node_modules/@modelcontextprotocol/conformance/dist/index.js',
    import.meta.url,
  ),
);

/** What a test needs that runs the conformance suite. */
export const CONFORMANCE: readonly Need[] = [NEWER_NODE, file(PROGRAM, 'npm run test:all installs it')];

/** What a run of the suite has said. */
export interface ConformanceRun {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the suite to its end. */
export async function runConformance(
  args: readonly string[],
  onStart?: (child: ChildProcess) => void,
): Promise<ConformanceRun> {
  const child = spawn(newerNode, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  const output: string[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data.toString()));
  child.stderr.on('data', (data: Buffer) => output.push(data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output.join('') };
}

/** A proxy that adds a credential, since the suite cannot bring one; everything else passes as it is. */
export interface AddingProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function addingProxy(
  target: string,
  credentials: Readonly<Record<string, string>>,
): Promise<AddingProxy> {
  const { hostname, port } = new URL(target);
  const server: Server = createServer((request, response) => {
    const headers = { ...request.headers, ...credentials };
    const path = request.url === '/mcp' ? new URL(target).pathname : request.url;
    const passed = httpRequest({ hostname, port, path, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
