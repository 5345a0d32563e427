/** A prompt for a model. */
export interface Prompt {
  /** Its instructions; absent when the question is enough. */
  readonly system?: string;
  readonly text: string;
  readonly maxOutputTokens: number;
  /** Absent: the model's default. */
  readonly temperature?: number;
  /** Timeout in milliseconds. */
  readonly timeout: number;
}

/** A page that an answer names as its source. */
export interface AnswerSource {
  readonly url: string;
  /** May be empty. In an answer with redirecting addresses often the host. */
  readonly title: string;
}

/** An answer with sources. */
export interface SourcedAnswer {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
}

/** A language model behind an API. */
export interface TextModel {
  /** For messages and stored results. */
  readonly model: string;
  /** @throws AiFailure for every failure */
  generateText(prompt: Prompt): Promise<string>;
  /**
   * Prompts a model with web search, if it has one.
   * @throws AiFailure for every failure
   */
  generateWithSources(prompt: Prompt): Promise<SourcedAnswer>;
}

/** Why a model gave no answer. `quota`: the limit or the credit is used up. `empty`: the answer was empty. */
export type AiFailureKind = 'quota' | 'empty' | 'failed';

/** A model gave no answer. Its message is the provider's own where there is one, and never contains a key. */
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
