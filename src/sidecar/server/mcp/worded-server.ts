import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../../core/json.js';

/**
 * The SDK's server, except that parameters of a wrong type are refused as invalid parameters and in words. The SDK
 * itself reports them as an internal error, with the list of its schema library as the message.
 */
export class WordedServer extends Server {
  /** Called by the SDK for each method, including those of plugins. */
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Server['_wrapHandler']>
  ): ReturnType<Server['_wrapHandler']> {
    const answer = super._wrapHandler(method, handler);
    return async (request, ctx) => {
      try {
        return await answer(request, ctx);
      } catch (error) {
        const words = error instanceof Error ? schemaProblem(error.message) : undefined;
        throw words === undefined ? error : new ProtocolError(ProtocolErrorCode.InvalidParams, words);
      }
    };
  }
}

/** Returns the first problem of a list of the schema library; undefined for other messages. */
function schemaProblem(message: string): string | undefined {
  const issues = parseJson(message.replace(/^Invalid [\w/]+ request: /, ''));
  const issue: unknown = Array.isArray(issues) ? issues[0] : undefined;
  if (!isObject(issue) || !Array.isArray(issue['path']) || issue['path'][0] !== 'params') return undefined;
  const { path, code, expected } = issue as { path: string[]; code?: unknown; expected?: unknown };
  const rule = code === 'invalid_type' ? `must be of type ${String(expected)}` : "isn't valid";
  return `${path.join('.')} ${rule}.`;
}
