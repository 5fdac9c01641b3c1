import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceKey = defineCheck<PresentedSubject>('vp.mdoc.device_key', {
  title: 'Document is bound to a public key',
  problem: 'The deviceKey of a document is not a public key that can verify signatures',
  clauses: ['ISO18013-5-9.1.2.4', 'RFC9053-7.1.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.mso.device_key' },
  why: 'With it the device proves that the document is its own.',
  hint: 'The issuer puts the public COSE_Key of the device into deviceKeyInfo.',
  run: onMdocDocument(({ mso }) => {
    if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
    const { present, isMap, hasPrivatePart, valid, compressed, kty, crv } = mso.deviceKey
    if (!present || !isMap) return violated({ expected: say`a COSE_Key`, actual: present ? bare.somethingElse : null })
    if (hasPrivatePart) return violated({ expected: say`a public key`, actual: say`a private key` })
    if (valid) return pass(quote(crv ?? kty))
    return compressed
      ? violated({
          expected: say`both coordinates`,
          actual: say`a compressed point`,
          hint: say`Compressed points are not read here.`,
        })
      : violated({ expected: say`a point on P-256, P-384, P-521 or Ed25519`, actual: say`another key` })
  }),
})
