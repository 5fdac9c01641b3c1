import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { ownVariant } from '../../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { say, word } from '../../../ground/values/wording'
import { explainVariant, isBlamed } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocTranscriptVariant = defineCheck<PresentedSubject>('vp.mdoc.transcript_variant', {
  title: 'Device proof was made for OpenID4VP 1.0',
  problem: 'The device proof was not made for OpenID4VP 1.0',
  clauses: ['OID4VP-1FINALA-B.2.6.1'],
  level: 'info',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'Wallets of earlier drafts and other protocols bind their proof to other data.',
  hint: 'Build the SessionTranscript as OpenID4VP 1.0 defines it.',
  run: onMdocDocument(({ device: { signature, mac } }, { transcript }) => {
    const proof = signature ?? mac
    if (proof === null) return notApplicable(say`There is no deviceAuth that can be read.`)
    const { handover } = transcript
    const expected = word(ownVariant(handover))
    // One cause is blamed once.
    if (isBlamed(proof, handover))
      return notObserved(
        say`The proof is refused, with what it was made for; see ${word(signature === null ? 'vp.mdoc.device_mac' : 'vp.mdoc.device_signature')}.`,
      )
    if (proof.variant === null)
      return notObserved(say`The proof verifies with none of the transcripts that were tried.`)
    if (proof.saltedWith !== null) {
      const actual = { covered: word(proof.variant), salted_with: word(proof.saltedWith) }
      return violated({ expected, actual, ...explainVariant(proof, say`The device proof`, handover) })
    }
    return proof.variant === ownVariant(handover)
      ? pass(word(proof.variant))
      : violated({
          expected,
          actual: word(proof.variant),
          ...explainVariant(proof, say`The device proof`, handover),
        })
  }),
})
