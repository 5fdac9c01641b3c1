import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { onAnnouncement } from '../../judgements/on-announcement'

export const reqpostMdEncryptionKept = defineCheck<PresentationEvidence>('vp.reqpost.md_encryption_kept', {
  title: 'Wallet encrypts its response as its metadata says',
  problem: 'The wallet did not encrypt its response as its metadata says',
  clauses: ['OID4VP-1FINAL-5.10', 'OID4VP-1FINAL-10.1'],
  level: 'should',
  why: 'A verifier offers what the metadata lists, and may not be able to decrypt anything else.',
  hint: 'List the alg and the enc that you use in authorization_encryption_alg_values_supported and authorization_encryption_enc_values_supported.',
  run: onAnnouncement(
    'vp_response_decrypted',
    say`No encrypted response was opened.`,
    ({ event: { detail }, announced: { algValues, encValues } }) => {
      if (algValues === null && encValues === null)
        return notApplicable(say`The metadata does not say how the wallet encrypts.`)
      const { alg = null, enc = null } = detail
      const keeps = (listed: readonly string[] | null, used: unknown) =>
        listed === null || listed.some((name) => name === used)
      return keeps(algValues, alg) && keeps(encValues, enc)
        ? pass([shown(alg), shown(enc)])
        : violated({
            expected: [...(algValues ?? []), ...(encValues ?? [])].map(quote),
            actual: [shown(alg), shown(enc)],
          })
    },
  ),
})
