import { type Outcome, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import { declared, say, type Wording } from '../../ground/values/wording'
import type { TrustFacts } from '../deviations/trust-facts'
import type { VerifierDeviation } from '../deviations/verifier-deviation'

/** What is wrong with a presentation in a session whose request the wallet should have refused. */
export function althoughWrong(
  what: Wording,
  deviation: VerifierDeviation,
  { isAdvisory, revocationRead }: { readonly isAdvisory: boolean } & Pick<TrustFacts, 'revocationRead'>,
): Outcome {
  const [code] = deviation.errors
  const refuse = code === undefined ? say`Refuse such a request.` : say`Refuse such a request with ${declared(code)}.`
  return (isAdvisory ? tolerated : violated)({
    expected: say`an error, or no response`,
    actual: say`${what}, although ${declared(inSentence(deviation.title))}${revocationWords(revocationRead)}`,
    hint: say`${refuse} ${hintOf(deviation, isAdvisory)}`,
  })
}

function hintOf({ changes, note, advisory }: VerifierDeviation, isAdvisory: boolean): Wording {
  if (note !== undefined) return say`${declared(note)}`
  if (changes.trust === undefined)
    return isAdvisory
      ? say`No MUST forbids a response; the European framework expects a refusal.`
      : say`Look for this mistake before asking the user.`
  if (advisory === true) return say`No text makes a wallet look for this mistake.`
  return isAdvisory
    ? say`Or warn the user and ask: where the wallet did, report that it warned and asked.`
    : say`The session says that the provider of this wallet decided to refuse, or the wallet used what it had to verify.`
}

const revocationWords = (read: boolean | null): Wording =>
  read === null ? say`` : read ? say`, and the wallet read that it is revoked` : say`, which the wallet did not look up`
