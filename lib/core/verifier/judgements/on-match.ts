import { notApplicable, notObserved, type Outcome } from '../../engine/checks/check'
import type { QueryMatch } from '../../ground/dcql/dcql-reading'
import { comparisonStepsMax } from '../../ground/dcql/match-budget'
import { say, word } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'

/** Runs a check on how a presentation matches its query; there is no match to judge if either cannot be read. */
export const onMatch =
  (run: (match: QueryMatch, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { match } = subject.presented
    if (match === null) return notApplicable(say`The presentation matches no known query.`)
    // A wrong request is never the wallet's error.
    if (!match.queryWhole)
      return notApplicable(say`A part of this query is not understood, so nothing can be compared with it.`)
    return run(match, subject)
  }

/** Why comparing the claims of an answer stopped early. */
export const stoppedWords = `Comparing the claims of one response with its query ends after ${comparisonStepsMax} steps (comparisonStepsMax): the rest was not compared.`

/** Like `onMatch`, for a check of the claims: it never passes if the comparison stopped early. */
export const onComparedClaims = (
  run: (match: QueryMatch, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onMatch((match, subject) => (match.stopped ? notObserved(word(stoppedWords)) : run(match, subject)))

/** Like `onComparedClaims`, but not observed if the claim may be in an unreadable part of an mdoc. */
export const onReadMatch = (
  run: (match: QueryMatch, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onComparedClaims((match, subject) => {
    const outcome = run(match, subject)
    const { reading } = subject.presented
    return outcome.result === 'violated' && reading.format === 'mso_mdoc' && reading.cbor.error !== null
      ? notObserved(say`A part of the mdoc cannot be read; see vp.mdoc.cbor.`)
      : outcome
  })
