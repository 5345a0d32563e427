import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Ability } from '../../abilities/ability.js';
import { coerceInput } from '../../abilities/coerce.js';
import { type Outcome, type RunContext, runAbility } from '../../abilities/run.js';

/** Timeout of a tool in milliseconds. */
const PATIENCE = 30_000;

/**
 * Runs an ability as a tool. Failures are returned as results too, so that the model can read them and try again.
 */
export async function callTool(
  ability: Ability,
  given: unknown,
  context: RunContext,
  patience = PATIENCE,
): Promise<CallToolResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CallToolResult>((resolve) => {
    const text = `No result within ${patience / 1000} seconds. The operation continues; check its result before you try again.`;
    timer = setTimeout(() => resolve(failure(text)), patience);
  });
  try {
    const input = coerceInput(ability.input, given);
    const run = runAbility(ability, input, 'permission-first', context).then(resultOf);
    return await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}

function resultOf(outcome: Outcome): CallToolResult {
  switch (outcome.kind) {
    case 'done':
      return success(outcome.output);
    case 'refused':
      return failure(outcome.because === 'credential' ? READ_ONLY : NOT_ALLOWED);
    case 'invalid':
    case 'failed':
      return failure(outcome.message);
  }
}

const READ_ONLY =
  'Permission denied: this connection may only read. The owner of the site can connect the assistant again and allow it to write.';
const NOT_ALLOWED = "Permission denied: the account behind this connection isn't allowed to do this.";

function success(output: object): CallToolResult {
  const { success, error } = output as { success?: unknown; error?: unknown };
  if (success === false && typeof error === 'string') return failure(error);
  const structuredContent = output as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent, isError: false };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
