import { type Outcome, type Reason, tolerated, violated } from '../../engine/checks/check'
import { inSentence } from '../../engine/deviations/deviation'
import { declared, say, type Wording } from '../../shared/values/wording'
import { verifierDeviations } from '../deviations'
import type { TrustFacts } from '../deviations/deviation-facts'
import { inWordsOfEqual } from '../deviations/mutated'
import type { VerifierDeviation } from '../deviations/verifier-deviation'

const verifyFirst = 'Verify the request before asking the user, and respond with an error that says what is wrong.'

const advised = '_advised'

/** In every session: see `isAdvisory`. */
const isOnlyAdvised = ({ advisory, ofSigner, channels }: VerifierDeviation): boolean =>
  advisory === true || (ofSigner === true && !channels.includes('url'))

const isSometimesAdvised = ({ advisory, ofSigner, channels }: VerifierDeviation): boolean =>
  advisory !== undefined || (ofSigner === true && channels.includes('dc_api'))

/**
 * Why `vp.negative.rejected` fails. Each deviation that calls for a refusal has a reason with its id as key, and one
 * more, with the ending `_advised`, if that refusal is sometimes only advised. They follow the general ones.
 */
export const refusalReasons: Readonly<Record<string, Reason>> = {
  expected_by_tester: {
    says: 'The session expects a refusal, and what came is {seen}',
    fix: 'Refuse the request, as this session expects, or create one with another expect.',
    refusal: 'The session expects a refusal.',
  },
  pid_key: {
    says: 'The wallet presented, although only a PID could confirm the transaction data',
    fix: 'Refuse with invalid_transaction_data: the key of a PID confirms no transaction.',
    clause: 'PIDRB-5',
    error: null,
  },
  transaction_data: {
    says: 'The wallet presented, although the transaction data break the rules of their type',
    fix: 'Compare each entry with the schema of its type before asking the user, and refuse with invalid_transaction_data.',
    clause: 'TS12-3.2',
    error: null,
  },
  key_authorizations: {
    says: 'The wallet presented, although the issuer authorised the key for no element of the transaction data',
    fix: 'Refuse with invalid_transaction_data where the KeyAuthorizations of the mdoc lack the element of the type.',
    clause: 'OID4VP-1FINALA-B.2.1',
    error: null,
  },
  type_metadata: {
    says: 'The wallet presented, although the metadata of the type of its credential were wrong',
    fix: 'Read and verify the metadata of the type before asking the user, and refuse with invalid_transaction_data.',
    clause: 'TS12-3.2',
    error: null,
  },
  went_on: {
    says: 'The wallet did not refuse: {seen}',
    fix: verifyFirst,
    error: null,
  },
  after_the_end: {
    says: 'The wallet presented something after the session had ended, whose request it has to refuse',
    fix: 'Respond to such a request with an error, and send nothing after it.',
    error: null,
  },
  followed_redirect: {
    says: 'The wallet called the address in Location, although the fetch of the request is redirected',
    fix: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
    error: null,
  },
  ...Object.fromEntries(verifierDeviations.filter(({ expects }) => expects === 'refusal').flatMap(reasonsOf)),
}

function reasonsOf(deviation: VerifierDeviation): (readonly [string, Reason])[] {
  const { id } = deviation
  // Mutations that equal the test give its reason too, so its words have to hold for them.
  const { title } = inWordsOfEqual(deviation)
  const says = `The wallet did not refuse, although ${inSentence(title)}`
  const refusal = `The wallet answered, although ${inSentence(title)}.`
  const reason = (isAdvisory: boolean): Reason => ({ says, refusal, fix: fixOf(deviation, isAdvisory) })
  if (isOnlyAdvised(deviation)) return [[id, reason(true)]]
  return isSometimesAdvised(deviation)
    ? [
        [id, reason(false)],
        [`${id}${advised}`, reason(true)],
      ]
    : [[id, reason(false)]]
}

function fixOf(deviation: VerifierDeviation, isAdvisory: boolean): string {
  const [code] = deviation.errors
  const refuse = code === undefined ? 'Refuse such a request.' : `Refuse such a request with ${code}.`
  return `${refuse} ${remarkOf(deviation, isAdvisory)}`
}

function remarkOf({ changes, note, advisory }: VerifierDeviation, isAdvisory: boolean): string {
  if (note !== undefined) return note
  if (changes.trust === undefined)
    return isAdvisory
      ? 'No MUST forbids a response; the European framework expects a refusal.'
      : 'Look for this mistake before asking the user.'
  if (advisory === true) return 'No text makes a wallet look for this mistake.'
  return isAdvisory
    ? 'Or warn the user and ask: where the wallet did, report that it warned and asked.'
    : advisory === 'unless_policy_refuses'
      ? 'With the wallet_policy refuse of this session, a warning is not enough.'
      : 'A warning is not enough with the wallet_policy refuse, nor for a wallet that reads the status of the registration certificate.'
}

/** Judges what came in a session whose request the wallet should have refused. `what`: e.g. `a presentation`. */
export function althoughWrong(
  what: Wording,
  deviation: VerifierDeviation,
  { isAdvisory, revocationRead }: { readonly isAdvisory: boolean } & Pick<TrustFacts, 'revocationRead'>,
): Outcome {
  const key = isAdvisory && !isOnlyAdvised(deviation) ? `${deviation.id}${advised}` : deviation.id
  return (isAdvisory ? tolerated : violated)(key, {
    expected: say`an error, or no response`,
    actual: say`${what}, although ${declared(inSentence(deviation.title))}${revocationWords(revocationRead)}`,
  })
}

const revocationWords = (read: boolean | null): Wording =>
  read === null ? say`` : read ? say`, and the wallet read that it is revoked` : say`, which the wallet did not look up`
