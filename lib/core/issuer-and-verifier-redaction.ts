import { redactPath as redactTarget, withoutWorkbenchId } from './engine/redaction/message/redact-url'
import { createNames } from './engine/redaction/names/names'
import type { RedactionProfile } from './engine/redaction/redaction'
import { redactText } from './engine/redaction/values/redact-text'
import { issuerRedaction, issuerVocabulary, ownClaimsRedaction } from './issuer/redaction/issuer-redaction'
import { verifierRedaction, verifierVocabulary } from './verifier/redaction/verifier-redaction'

// Apart from the checks, so that a process that only writes a log does not load them.

/**
 * The redaction of the protocol that a path belongs to, also where nothing answers there. `hasOwnClaims`: at an issuer whose
 * credentials say what a tester made up.
 */
export const redactionOf = (path: string, hasOwnClaims = false): RedactionProfile =>
  /^\/+(?:openid4vp(?:\/|$)|d\/+[^/]+\/+request)/i.test(path)
    ? verifierRedaction
    : hasOwnClaims
      ? ownClaimsRedaction
      : issuerRedaction

/** The names of all protocols: text that belongs to no exchange may be of any protocol. */
const names = createNames(issuerVocabulary, { ...verifierVocabulary, visible: [] })

/** Redacts the path of a request target, of whatever protocol. */
export const redactPath = (path: string): string => redactTarget(path, names)

/** Takes secrets out of a line of the log. */
export const redactLine = (text: string): string => redactText(withoutWorkbenchId(text), names)
