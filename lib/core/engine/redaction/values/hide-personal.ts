import { removed } from './scrub-text'

/**
 * Takes out of free text what names a person whoever wrote it: e-mail addresses and DIDs. What went is named with its
 * length. Never throws; its time grows linearly with the text.
 */
export function hidePersonal(text: string): string {
  const withoutMail = text.includes('@') ? text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g, hide) : text
  return withoutMail.includes(':') ? withoutMail.replace(/\bdid:[a-z0-9]{1,32}:[^\s"'<>()]+/gi, hide) : withoutMail
}

const hide = (found: string): string => removed('redacted', found.length)
