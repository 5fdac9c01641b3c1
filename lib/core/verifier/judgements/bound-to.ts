import type { DeviceProof } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { PresentationReading } from '../../ground/formats/reading-of-presentation'
import type { BrowserAudience, Hint } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'
import { browserAudiences } from '../../ground/formats/sd-jwt-vc/read-presentation/hint'
import { say } from '../../ground/values/wording'

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

/** What binds a presentation to the verifier by name, as an answer to a link is bound. */
export const byName: readonly BoundTo[] = [
  'openid4vp',
  'aud_is_client_id_in_browser',
  'aud_is_client_id_without_prefix_in_browser',
  'aud_is_foreign_client_id_in_browser',
  'aud_is_response_uri_in_browser',
]

/** Whether a presentation is bound to anything that could be judged. */
export const hasBinding = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt'
    ? reading.kbJwt.present && reading.kbJwt.jws.claims !== null
    : reading.documents.some(({ device: { signature, mac } }) => (signature ?? mac) !== null)

/** Whether a proof of an mdoc verifies with no transcript that was tried, so that what it was made for stays unknown. */
export const isUnexplained = (reading: PresentationReading): boolean =>
  reading.format === 'mso_mdoc' &&
  reading.documents.some(({ device: { signature, mac } }) =>
    [signature, mac].some((proof) => proof !== null && proof.variant === null),
  )

/** Why nothing is known of such a proof. */
export const unexplained = say`The proof verifies with none of the transcripts that were tried.`
