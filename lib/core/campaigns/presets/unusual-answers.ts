import { answerPresets } from './answers'
import { fixed, type Preset } from './preset'
import { claim, heldByNobody, query, sdJwtPid } from './queries'
import { rightVerifierInfo } from './verifier-info'

const haip = fixed('presentation', 'answer', { profile: 'haip' })

const onOneDevice = 'Open the link on the device of the wallet: its browser shows what the wallet did.'

/** Requests that a good wallet answers, and what is unusual comes after its response. OID4VP-1FINAL-8.2 */
const ourResponses: readonly Preset[] = [
  haip(
    'error_answer_with_redirect',
    'An error response to the presentation, with a redirect_uri in it',
    { negative_test: 'error_answer_with_redirect' },
    onOneDevice,
  ),
  haip(
    'extra_answer_member',
    'A response to the presentation with a member that no specification names',
    { negative_test: 'extra_answer_member' },
    onOneDevice,
  ),
  haip(
    'extra_members_both_ways',
    'Members that no specification names, in the request and in the response to the presentation',
    { negative_test: 'extra_members_both_ways' },
    onOneDevice,
  ),
]

/** Requests that several credentials, or none, satisfy. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.2 */
const severalOrNone: readonly Preset[] = [
  haip(
    'multiple_true',
    'A query that several credentials may answer',
    query([sdJwtPid([claim(['family_name']), claim(['given_name'])], { multiple: true })]),
    'The wallet needs two PIDs, such as the preset lab.identifiers issues. Share both.',
  ),
  haip(
    'all_optional_unmatchable',
    'One optional credential that nobody holds, and nothing else',
    query([heldByNobody], { credential_sets: [{ options: [['unknown_1']], required: false }] }),
  ),
]

/** What `decoys` adds to a request, and all that its test makes unusual beside: twelve official cases in one session. */
const unusualAll: Preset = {
  id: 'unusual_all',
  kind: 'presentation',
  title: 'All at once that a wallet ignores, in the request and in the response to the presentation',
  expects: 'answer',
  person: onOneDevice,
  body: (facts) => ({
    ...answerPresets.find(({ id }) => id === 'decoys')?.body(facts),
    negative_test: 'unusual_all',
  }),
}

/** More requests that a good wallet answers. */
export const unusualAnswerPresets: readonly Preset[] = [
  ...ourResponses,
  ...severalOrNone,
  ...rightVerifierInfo,
  unusualAll,
]
