import { WalletStop } from '../errors'
import { fetchStatusList, referenceIn, statusOf, valueAt } from '../formats/credential-status'
import type { HeldCredential } from '../formats/stored-credential'
import { applyPatch } from '../misbehaviours/apply'
import { fittingSession } from '../misbehaviours/verifier/fit'
import { formatsShowing } from '../misbehaviours/verifier/misbehaviour'
import { type DcqlQuery, tellsOfValues } from './dcql/dcql-query'
import { type Selection, selectCredentials } from './dcql/select-credentials'
import { makeForeignCredentials } from './foreign-credentials'
import type { AuthorizationRequest } from './request/authorization-request'
import { nothingToShow } from './request/request-refused'
import { assignTransactions } from './request/transaction-data'
import { withListedIssuers } from './request/trust'
import { requireTypeForPayments } from './request/type-metadata'
import type { Run } from './run'
import type { PresentedCredential } from './verifier-run'

/**
 * Chooses what the wallet shows for a request, and which credential authorises which transaction; stores both in the
 * run's facts.
 * @throws RequestRefused when the user or the wallet does not want to, or a required part is missing
 * @throws WalletStop when the misbehaviour of the run would not show
 */
export async function chooseCredentials(run: Run, request: AuthorizationRequest): Promise<void> {
  const { facts } = run
  facts.selections = await select(run, request)
  facts.authorizations = assignTransactions(request.transactions, facts.selections, run.profile)
  for (const [selection, authorization] of facts.authorizations)
    await requireTypeForPayments(run, selection, authorization)
  requireShown(run, request)
  // If every set is optional, an empty vp_token would reveal a value, because it differs from the error of a user's
  // refusal.
  if (facts.selections.length === 0 && tellsOfValues(request.query)) throw nothingToShow()
}

/** What was shown, without claim values. */
export const presentedBy = ({ facts }: Run): PresentedCredential[] =>
  facts.selections.map(({ query, credential, claims }) => ({
    queryId: query.id,
    format: credential.format,
    type: credential.type,
    paths: claims.map(({ path }) => path),
  }))

async function select(run: Run, { query }: AuthorizationRequest): Promise<Selection[]> {
  if (run.profile.consent === 'denied') throw nothingToShow('The user did not agree')
  const held = run.profile.credential === 'foreign' ? await makeForeignCredentials(run) : run.credentials
  const asked = applyPatch(run, 'response', run.misbehaviour?.patchQuery, query)
  return selectValid(run, await withListedIssuers(run, asked), held)
}

/** Once a credential is chosen: does not present one that shows no misbehaviour. */
function requireShown({ misbehaviour, facts, profile }: Run, { transactions, idToken }: AuthorizationRequest): void {
  if (misbehaviour === null) return
  const { transaction_data, response_type } = misbehaviour.needs?.sessionOptions ?? {}
  const formats = formatsShowing(misbehaviour)
  const shows =
    formats.length === 0 || facts.selections.some(({ credential }) => formats.some((one) => one === credential.format))
  if (
    !shows ||
    // A wallet that believes everything ignores transactions.
    (transaction_data !== undefined && transactions.length === 0 && profile.verification === 'full') ||
    (response_type === bothTokens && !idToken)
  )
    throw new WalletStop(fittingSession(misbehaviour))
}

const bothTokens = 'vp_token id_token'

/**
 * What this wallet shows for a query from what it holds, except credentials whose list says that they are revoked or
 * suspended, because a verifier would refuse them (TSL14-8.3). A list that cannot be read or relied on says nothing.
 * @throws RequestRefused when a required part cannot be satisfied, without saying why
 */
async function selectValid(run: Run, query: DcqlQuery, held: readonly HeldCredential[]): Promise<Selection[]> {
  let left = [...held]
  for (;;) {
    const selections = selectCredentials(query, left)
    if (!run.profile.checkStatus) return selections
    const over = new Set<HeldCredential>()
    for (const { credential } of selections) if (await isOver(run, credential)) over.add(credential)
    if (over.size === 0) return selections
    left = left.filter((credential) => !over.has(credential))
  }
}

async function isOver(run: Run, credential: HeldCredential): Promise<boolean> {
  const reference = referenceIn(statusOf(credential))
  if (reference === null) return false
  const { idx, uri } = reference
  const value = valueAt(await fetchStatusList(run, uri), idx)
  return value !== null && value !== 0
}
