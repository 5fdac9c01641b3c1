import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { AnnexCReading } from '../read/annex-c/annex-c-reading'
import type { ResponseReading } from '../read/response/response-reading'

/** Runs a check on a response in the form of ISO/IEC 18013-7, readable or not, that is not an error. */
export const onAnnexC =
  (run: (answer: AnnexCReading) => Outcome) =>
  ({ annexC, kind }: ResponseReading): Outcome => {
    if (annexC === undefined) return notApplicable(say`The response is not one of org-iso-mdoc.`)
    return kind === 'error' ? notApplicable(say`The response is an error.`) : run(annexC)
  }
