import { type Outcome, pass, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { bare } from '../../ground/values/bare-words'
import { quote, say } from '../../ground/values/wording'

/** Judges the `alg` header parameter against the published list (which never holds `none` or a MAC). */
export function judgeAlg(alg: unknown, published: readonly string[]): Outcome {
  if (typeof alg === 'string' && published.includes(alg)) return pass(quote(alg))
  const expected = published.map(quote)
  if (alg === 'none') {
    return violated({
      expected,
      actual: bare.none,
      hint: say`The token is not signed at all: sign it with the private key.`,
    })
  }
  if (typeof alg === 'string' && /^HS\d+$/.test(alg)) {
    return violated({
      expected,
      actual: quote(alg),
      hint: say`This is a MAC with a shared secret, which anyone who can verify it could also create: sign with a private key.`,
    })
  }
  return violated({ expected, actual: shown(alg) })
}
