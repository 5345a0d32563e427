/** What a model is asked. */
export interface Prompt {
  /** What it is told about its task; absent when the question stands alone. */
  readonly system?: string;
  readonly text: string;
  readonly maxOutputTokens: number;
  /** Absent: what the model does by itself. */
  readonly temperature?: number;
  /** Milliseconds until it is given up. */
  readonly timeout: number;
}

/** A page that an answer names as its source. */
export interface AnswerSource {
  readonly url: string;
  /** May be empty. Of an answer with redirecting addresses often the host. */
  readonly title: string;
}

/** An answer that was looked up. */
export interface SourcedAnswer {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
}

/** A language model behind an API. */
export interface TextModel {
  /** For messages and stored results. */
  readonly model: string;
  /** @throws AiFailure for everything that goes wrong */
  generateText(prompt: Prompt): Promise<string>;
  /**
   * Asks a model that looks things up, where it can.
   * @throws AiFailure for everything that goes wrong
   */
  generateWithSources(prompt: Prompt): Promise<SourcedAnswer>;
}

/** Why a model gave no answer. `quota`: it was asked too often, or is not paid for. `empty`: it answered with nothing. */
export type AiFailureKind = 'quota' | 'empty' | 'failed';

/** A model gave no answer. Its message is the provider's own where there is one, and holds no key. */
export class AiFailure extends Error {
  override readonly name = 'AiFailure';

  constructor(
    readonly kind: AiFailureKind,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
