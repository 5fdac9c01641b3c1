import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

const draftHint = say`ISO/IEC 18013-7 and drafts up to 24 put the mdoc nonce here. OpenID4VP 1.0 does not: leave both out.`

export const jweApuApv = defineCheck<ResponseReading>('vp.jwe.apu_apv', {
  title: 'The apu and apv of the JWE are base64url and hold no mdoc nonce',
  problem: 'The apu or apv of the JWE is not base64url, or holds an mdoc nonce',
  clauses: ['RFC7518-4.6.1.2', 'RFC7518-4.6.1.3', 'OID4VP-1FINAL-8.3'],
  level: 'info',
  judges: { token: 'jwe', member: 'header.apu' },
  why: 'Both are inputs of the key derivation, byte for byte.',
  hint: 'Leave out apu and apv: OpenID4VP 1.0 gives them no meaning.',
  run: onJweHeader(({ apu, apv }, _jwe, { request }) => {
    if (apu === undefined && apv === undefined) return notApplicable(say`The header has neither apu nor apv.`)
    if (![apu, apv].every((value) => value === undefined || isBase64url(value)))
      return violated({ expected: say`base64url`, actual: bare.somethingElse })
    return isText(apu) || textOf(apv) === request.nonce
      ? tolerated({ expected: say`no mdoc nonce`, actual: say`a text`, hint: draftHint })
      : pass()
  }),
})

const isBase64url = (value: unknown): value is string => typeof value === 'string' && fromBase64url(value) !== null

const textOf = (value: unknown): string | null => {
  const bytes = isBase64url(value) ? fromBase64url(value) : null
  return bytes && fromUtf8(bytes)
}

/** Drafts put a printable nonce there; random bytes are almost never printable. */
const isText = (value: unknown): boolean => /^[\x20-\x7e]{8,}$/.test(textOf(value) ?? '')
