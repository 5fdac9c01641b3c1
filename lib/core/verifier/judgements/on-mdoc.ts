import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { DocumentReading, MsoMdocReading } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import { say } from '../../ground/values/wording'
import type { PresentedSubject } from '../read/response/response-reading'

/** Runs a check on a presented mdoc. */
export const onMdoc =
  (run: (mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { reading } = subject.presented
    return reading.format === 'mso_mdoc' ? run(reading, subject) : notApplicable(say`The presentation is not an mdoc.`)
  }

/** Runs a check on a readable device response. */
export const onDeviceResponse = (
  run: (mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onMdoc((mdoc, subject) =>
    mdoc.isMap ? run(mdoc, subject) : notApplicable(say`The device response cannot be read; see vp.mdoc.cbor.`),
  )

/**
 * Runs a check on each document of a device response. One wrong document fails it; the first wrong one is reported.
 */
export const onMdocDocument = (
  run: (document: DocumentReading, mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onDeviceResponse((mdoc, subject) => {
    const outcomes = mdoc.documents.map((document) => run(document, mdoc, subject))
    const worst = severity.map((result) => outcomes.find((outcome) => outcome.result === result)).find(Boolean)
    return worst ?? notApplicable(say`There is no document; see vp.mdoc.documents.`)
  })

const severity: readonly Outcome['result'][] = ['violated', 'tolerated', 'not_observed', 'pass', 'not_applicable']
