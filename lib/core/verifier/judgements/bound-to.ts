import type { DeviceProof } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { PresentationReading } from '../../ground/formats/reading-of-presentation'
import type { BrowserAudience, Hint } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'
import { browserAudiences } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'

/** What a presentation was made for, as far as trying told; empty where it is right, or nothing explains it. */
export type BoundTo = BrowserAudience | NonNullable<DeviceProof['variant']>

/** The wrong audience of a Key Binding JWT, or the transcripts that the proofs of an mdoc verify with. OID4VP-1FINALA-A.4 */
export function boundTo(reading: PresentationReading): readonly BoundTo[] {
  if (reading.format === 'dc+sd-jwt') return reading.hints.flatMap(audienceIn)
  return reading.documents.flatMap(({ device: { signature, mac } }) =>
    [signature, mac].flatMap((proof) => (proof?.verdict.result === 'invalid' ? (proof.variant ?? []) : [])),
  )
}

function audienceIn({ found }: Hint): readonly BrowserAudience[] {
  const audience = browserAudiences.find((one) => one === found)
  return audience === undefined ? [] : [audience]
}

/** Whether a presentation is bound to anything that could be judged. */
export const hasBinding = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt'
    ? reading.kbJwt.present && reading.kbJwt.jws.claims !== null
    : reading.documents.some(({ device: { signature, mac } }) => (signature ?? mac) !== null)
