import { type Outcome, pass, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'

/** Judges the `alg` header parameter against the published list (which never holds `none` or a MAC). */
export function judgeAlg(alg: unknown, published: readonly string[]): Outcome {
  if (typeof alg === 'string' && published.includes(alg)) return pass(alg)
  const expected = [...published]
  if (alg === 'none') {
    return violated({ expected, actual: 'none', hint: 'The token is not signed at all: sign it with the private key.' })
  }
  if (typeof alg === 'string' && /^HS\d+$/.test(alg)) {
    return violated({
      expected,
      actual: alg,
      hint: 'This is a MAC with a shared secret, which anyone who can verify it could also create: sign with a private key.',
    })
  }
  return violated({ expected, actual: shown(alg) })
}
