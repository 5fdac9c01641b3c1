import { removed } from './redact-text'

/**
 * Removes what identifies a person from free text, whoever wrote it: e-mail addresses and DIDs. A mark with the length
 * takes their place. Never throws; takes linear time.
 */
export function redactPersonal(text: string): string {
  const withoutMail = text.includes('@') ? text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g, redactOne) : text
  return withoutMail.includes(':') ? withoutMail.replace(/\bdid:[a-z0-9]{1,32}:[^\s"'<>()]+/gi, redactOne) : withoutMail
}

const redactOne = (found: string): string => removed('redacted', found.length)
