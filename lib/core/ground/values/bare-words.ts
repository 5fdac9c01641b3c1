import { say, type Wording } from './wording'

/**
 * What a check says of what came where its problem says it all: the value itself is not kept, or there is none. A sentence
 * about the failure leaves it out, so a check takes its words from here.
 */
export const bare = {
  aKeyThatCameBefore: say`a key that came before`,
  aNonceThatNoServerIssued: say`a nonce that no server issued`,
  aNonceThatThisIssuerNeverIssued: say`a nonce that this issuer never issued`,
  aPlainRequest: say`a plain request`,
  aSecondOne: say`a second one`,
  aValueThatCameBefore: say`a value that came before`,
  absent: say`absent`,
  anotherCredentialRequest: say`another credential request`,
  anotherOne: say`another one`,
  anotherValue: say`another value`,
  beforeIt: say`before it`,
  codeVerifierSent: say`code_verifier sent`,
  invalid: say`invalid`,
  missing: say`missing`,
  noFurtherRequest: say`no further request`,
  noNonce: say`no nonce`,
  none: say`none`,
  notAskedFor: say`not asked for`,
  one: say`one`,
  other: say`other`,
  otherContent: say`other content`,
  present: say`present`,
  sent: say`sent`,
  somethingElse: say`something else`,
  thePoPOfThePushedRequest: say`the PoP of the pushed request`,
  theHostedOfferWasFetched: say`the hosted offer was fetched`,
  theSameBodyAgain: say`the same body again`,
  twoDifferentOnes: say`two different ones`,
  txCodeSent: say`tx_code sent`,
  unusable: say`unusable`,
  usedBefore: say`used before`,
} as const satisfies Readonly<Record<string, Wording>>

const texts: ReadonlySet<string> = new Set(Object.values(bare).map(String))

/** True for a text that is one of them. */
export const isBare = (text: string): boolean => texts.has(text)
