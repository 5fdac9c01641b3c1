import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { PresentKbJwt } from '../../../ground/formats/sd-jwt-vc/read-presentation/kb-jwt-reading'
import type { Wording } from '../../../ground/values/wording'
import { quote, say } from '../../../ground/values/wording'
import { explanationsFor } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbSdHash = defineCheck<PresentedSubject>('vp.kb.sd_hash', {
  title: 'Key Binding JWT covers this presentation',
  problem: 'The sd_hash of the Key Binding JWT does not match the presentation',
  clauses: ['RFC9901-4.3.1', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateSdJwtKbSdHash',
  judges: { token: 'presented_credential', member: 'key_binding.claims.sd_hash' },
  why: 'The hash prevents others from adding or removing Disclosures.',
  hint: 'Hash the presentation from its first character up to and including its last tilde with the algorithm of _sd_alg, and write the digest in base64url without padding.',
  run: onKbJwt(({ sdHash, jws }, { hints }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    if (sdHash.matches) return pass()
    const found = explanationsFor(hints, 'vp.kb.sd_hash')
    const [first] = found
    return violated({
      expected: quote(sdHash.computed),
      actual: sdHash.value === null ? (sdHash.type === 'absent' ? null : say`no text`) : shown(sdHash.value),
      ...(first === undefined ? {} : { cause: first.cause }),
      hint: remedy(
        sdHash,
        found.map(({ hint }) => hint),
      ),
    })
  }),
})

/** What to do about a mistake that reproduces the wrong hash, and what the hash must cover. */
function remedy({ value, over }: PresentKbJwt['sdHash'], found: readonly Wording[]): Wording {
  const { algorithm, characters, disclosures } = over
  const parts = `the issuer-signed JWT, ${disclosures === 1 ? '1 Disclosure' : `${disclosures} Disclosures`} and a tilde after each`
  const known = found.length > 0 || value === null ? found : [nothingFound]
  return quote(
    [
      ...known,
      `Hash the first ${characters} characters of this presentation as sent (${parts}) with ${algorithm}, and write the digest in base64url without padding.`,
    ].join(' '),
  )
}

const nothingFound =
  'The last tilde, all Disclosures, their order, the algorithm and the encoding have been ruled out: the hash may cover Disclosures that were not sent, or another presentation.'
