import { oid4vciVocabulary } from '../oid4vci/redaction/vocabulary'
import { createNames } from '../redact/names'
import { redactPath as redactTarget } from '../redact/redact-path'
import { scrubText } from '../redact/scrub-text'

/** Every protocol's names: text that belongs to no exchange may be of any of them. */
const names = createNames(oid4vciVocabulary)

/** Redacts the path of a request target, of whatever protocol. */
export const redactPath = (path: string): string => redactTarget(path, names)

/** Takes secrets out of a line of the log. */
export const scrubLine = (text: string): string => scrubText(text, names)
