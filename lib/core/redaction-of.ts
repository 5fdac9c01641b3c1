import { redactPath as redactTarget } from './engine/redaction/message/redact-path'
import { createNames } from './engine/redaction/names/names'
import type { RedactionProfile } from './engine/redaction/profile'
import { scrubText } from './engine/redaction/values/scrub-text'
import { oid4vciRedaction } from './issuer/redaction/issuer-redaction'
import { oid4vciVocabulary } from './issuer/redaction/vocabulary'
import { oid4vpRedaction } from './verifier/redaction/verifier-redaction'
import { oid4vpVocabulary } from './verifier/redaction/vocabulary'

/** The redaction of the protocol that a path belongs to, also where nothing answers there. */
export const redactionOf = (path: string): RedactionProfile =>
  /^\/+openid4vp(?:\/|$)/i.test(path) ? oid4vpRedaction : oid4vciRedaction

/** The names of all protocols: text that belongs to no exchange may be of any protocol. */
const names = createNames(oid4vciVocabulary, { ...oid4vpVocabulary, visible: [] })

/** Redacts the path of a request target, of whatever protocol. */
export const redactPath = (path: string): string => redactTarget(path, names)

/** Takes secrets out of a line of the log. */
export const scrubLine = (text: string): string => scrubText(text, names)
