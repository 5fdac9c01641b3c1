import type { Names } from '../../redact/names'
import { removed, scrubText } from '../../redact/scrub-text'

/** Characters of a wallet's free text that are looked at, and that are kept. */
const readMax = 8192
const keptMax = 512

/** Free text of a wallet, `error_description` above all, without tokens, e-mail addresses and DIDs. */
export function walletText(text: string, names: Names): string {
  const hide = (found: string) => removed('redacted', found.length)
  return scrubText(text.slice(0, readMax), names)
    .replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g, hide)
    .replace(/\bdid:[a-z0-9]{1,32}:[^\s"'<>()]+/gi, hide)
    .slice(0, keptMax)
}
