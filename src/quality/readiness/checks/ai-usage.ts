import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Reservations are stated where readers of pages look for them. */
export const aiUsageCheck: ReadinessCheck = {
  id: 'ai_usage',
  rung: 'trusted',
  label: 'AI usage policy',
  evaluate({ settings }) {
    if (settings.content_signal.ai_train)
      return pass('Training on the content is allowed; nothing is reserved.');
    const said = [
      ...(settings.enable_ai_header ? ['the header "tdm-reservation"'] : []),
      ...(settings.enable_tdmrep ? ['/.well-known/tdmrep.json'] : []),
    ];
    if (said.length > 0) return pass(`Training is reserved, in ${said.join(' and ')}.`);
    return warn(
      'Training is reserved, but only an advisory line in robots.txt says so.',
      'Switch the AI-usage headers or tdmrep.json on.',
      toSetting('ar-feat-enable_ai_header'),
    );
  },
};
