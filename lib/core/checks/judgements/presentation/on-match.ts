import type { QueryMatch } from '../../../dcql/dcql-reading'
import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'

/** Lets a check look at how a presentation relates to its query; nothing relates where either cannot be read. */
export const onMatch =
  (run: (match: QueryMatch, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { match } = subject.presented
    if (match === null) return notApplicable('The presentation answers no known query.')
    // A request that is wrong is never the fault of the wallet.
    if (!match.queryWhole)
      return notApplicable('A part of this query is not understood, so nothing can be compared with it.')
    return run(match, subject)
  }
