import type { FindingGroup } from '@/lib/adapters/pocketbase/rows/stored-findings'
import { usualEditions, usualIn } from '@/lib/adapters/pocketbase/rows/usual-edition'
import type { Finding } from '@/lib/core/shared/ports/finding'
import { allCombinations, pairwise } from '@/lib/testing/combinations'
import type { TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { type IssuanceCombination, issuanceCombinations } from './combinations'
import { type MatrixService, startMatrixService } from './matrix-service'
import { profileOf, sessionRequest } from './requests'

const pidType = 'eu.europa.ec.eudi.pid.1'
const queries = {
  sd_jwt: {
    id: 'sd_jwt',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }, { path: ['birthdate'] }],
  },
  mdoc: {
    id: 'mdoc',
    format: 'mso_mdoc',
    meta: { doctype_value: pidType },
    claims: [{ path: [pidType, 'family_name'] }, { path: [pidType, 'birth_date'] }],
  },
}

const presentations = allCombinations({
  asked: ['sd_jwt', 'mdoc'],
  request_uri_method: ['get', 'post'],
  response_mode: ['direct_post', 'direct_post.jwt'],
  request_delivery: ['by_reference', 'by_value'],
})

/**
 * The editions of usual findings (content of `pb_hooks/evidence/usual-findings.json`, passed as text), plus a new one
 * if the checks changed enough. Runs the reference wallet twice through every pair of choices of an issuance and a
 * presentation, each time against a new service. Throws when a flow fails.
 */
export async function usualFindingEditions(text: string): Promise<readonly (readonly FindingGroup[])[]> {
  const issuances = pairwise(issuanceCombinations)
  const usual = usualIn(await findingsOfFlows(issuances), await findingsOfFlows(issuances))
  return usualEditions(JSON.parse(text), usual)
}

/** The findings of each request of the flows as stored, in order. */
async function findingsOfFlows(issuances: readonly IssuanceCombination[]): Promise<Finding[][]> {
  // Other tests of these flows compare the responses.
  const matrix = await startMatrixService({ compared: false })
  const stored = storedFindings(matrix.service)
  try {
    const credentials: HeldCredential[] = []
    for (const combination of issuances) credentials.push(...(await issue(matrix, combination)))
    await present(matrix.service, credentials)
  } finally {
    await matrix.service.close()
  }
  return stored
}

/** Fills as exchanges are committed. */
function storedFindings({ container }: TestService): Finding[][] {
  const stored: Finding[][] = []
  const { store } = container.ports
  const commit = store.commit.bind(store)
  Object.assign(store, {
    commit: async (one: Parameters<typeof commit>[0]) => {
      const outcome = await commit(one)
      if (outcome.status === 'committed')
        for (const { findings } of [...(one.internal ?? []), ...(one.exchange ? [one.exchange] : [])])
          if (findings.length > 0) stored.push([...findings])
      return outcome
    },
  })
  return stored
}

async function issue(
  { service, wallet }: MatrixService,
  combination: Parameters<typeof sessionRequest>[0],
): Promise<HeldCredential[]> {
  const { deeplink } = await create(`${service.baseUrl}/sessions`, sessionRequest(combination))
  const { outcome, reason, credentials } = await runAtIssuer({ ...wallet, deeplink, profile: profileOf(combination) })
  if (outcome !== 'credential_stored') throw new Error(`An issuance ended with ${outcome}: ${reason}`)
  return credentials
}

async function present({ baseUrl }: TestService, held: readonly HeldCredential[]): Promise<void> {
  const credentials = ['dc+sd-jwt', 'mso_mdoc'].flatMap((wanted) => held.find(({ format }) => format === wanted) ?? [])
  for (const { asked, ...choice } of pairwise(presentations)) {
    const body = { ...choice, dcql_query: { credentials: [queries[asked]] } }
    const { deeplink } = await create(`${baseUrl}/openid4vp/sessions`, body)
    const { outcome, reason } = await runAtVerifier({ deeplink, credentials })
    if (outcome !== 'presented') throw new Error(`A presentation ended with ${outcome}: ${reason}`)
  }
}

async function create(url: string, body: object): Promise<{ deeplink: string }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`No session: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { deeplink: string }
}
