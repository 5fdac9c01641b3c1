import { oid4vciRedaction } from '../oid4vci/redaction/oid4vci-redaction'
import { oid4vciVocabulary } from '../oid4vci/redaction/vocabulary'
import { oid4vpRedaction } from '../oid4vp/redaction/oid4vp-redaction'
import { oid4vpVocabulary } from '../oid4vp/redaction/vocabulary'
import { createNames } from '../redact/names'
import type { RedactionProfile } from '../redact/profile'
import { redactPath as redactTarget } from '../redact/redact-path'
import { scrubText } from '../redact/scrub-text'

/** The redaction of the protocol that a path belongs to, also where nothing answers there. */
export const redactionOf = (path: string): RedactionProfile =>
  /^\/+openid4vp(?:\/|$)/i.test(path) ? oid4vpRedaction : oid4vciRedaction

/** The names of all protocols: text that belongs to no exchange may be of any protocol. */
const names = createNames(oid4vciVocabulary, { ...oid4vpVocabulary, visible: [] })

/** Redacts the path of a request target, of whatever protocol. */
export const redactPath = (path: string): string => redactTarget(path, names)

/** Takes secrets out of a line of the log. */
export const scrubLine = (text: string): string => scrubText(text, names)
