import { setHeader } from '../../http/wire'
import { readJsonObject, stringMember } from '../../json'
import { need } from '../../run'
import type { StepRequest } from '../../step-request'
import type { Misbehaviour, PatchContext } from './misbehaviour'

const needs = { flow: 'authorization_code' } as const
const invalidRequestUri = { status: 400, error: 'invalid_request_uri' }

/** Changes the first URL that the browser opens, and none of the redirects after it. */
const inAddress = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (query: URLSearchParams) => void,
  extra: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id,
  title,
  expect,
  ...extra,
  needs,
  patchTarget: {
    at: 'authorize',
    change: (target, { attempt }) => {
      if (attempt > 1) return
      const url = new URL(target.url)
      change(url.searchParams)
      target.url = url.href
    },
  },
})

/** Opens the browser with the request that was pushed last. */
const openAgain = ({ facts, log }: PatchContext): StepRequest => {
  const pushed = log.findLast(({ step, status }) => step === 'par' && status === 201)
  const form = new URLSearchParams(pushed?.body ?? '')
  const query = new URLSearchParams({
    client_id: form.get('client_id') ?? '',
    request_uri: stringMember(readJsonObject(pushed?.answerBody ?? ''), 'request_uri') ?? '',
  })
  return {
    step: 'authorize',
    method: 'GET',
    url: `${need(stringMember(facts.asMetadata, 'authorization_endpoint'), 'authorization endpoint')}?${query}`,
    headers: [['User-Agent', 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)']],
  }
}

const asWallet = (id: string, alsoFails: string): Misbehaviour => ({
  id,
  title: id.endsWith('user_agent')
    ? 'Opens the authorization endpoint with its own HTTP client'
    : 'Follows the browser redirects with its own HTTP client',
  expect: 'accepted',
  alsoFails: [alsoFails],
  needs,
  patchRequest: {
    at: 'authorize',
    change: ({ headers }, { log }) => {
      const own = log.find(({ step }) => step === 'par')?.headers.find(([name]) => name === 'User-Agent')?.[1]
      setHeader(headers, 'User-Agent', own ?? '')
    },
  },
})

/** Rules for the authorization endpoint. RFC9126-4 */
export const authorizeMisbehaviours: Misbehaviour[] = [
  inAddress(
    'vci.authorize.only_expected_params',
    'Repeats parameters in the address of the browser',
    'accepted',
    (query) => query.set('state', 'in-the-open'),
  ),
  inAddress(
    'vci.authorize.only_expected_params~twice',
    'Names two clients in the address of the browser',
    { status: 400, error: 'invalid_request' },
    (query) => query.append('client_id', 'another-wallet'),
  ),
  inAddress(
    'vci.authorize.no_request',
    'Opens the browser with a request object beside the reference',
    'accepted',
    (query) => query.set('request', 'eyJhbGciOiJub25lIn0.e30.'),
    { alsoFails: ['vci.authorize.only_expected_params'] },
  ),
  inAddress('vci.authorize.client_id_matches', 'Opens the browser as another client', invalidRequestUri, (query) =>
    query.set('client_id', 'another-wallet'),
  ),
  inAddress(
    'vci.authorize.request_uri_known',
    'Opens the browser with a made-up request_uri',
    invalidRequestUri,
    (query) => query.set('request_uri', 'urn:ietf:params:oauth:request_uri:invented'),
    { outsideSession: true },
  ),
  {
    id: 'vci.authorize.request_uri_once',
    title: 'Opens the browser twice with one reference',
    expect: 'accepted',
    needs,
    probe: { when: 'before', at: 'authorize', request: openAgain },
  },
  {
    id: 'vci.authorize.request_uri_once~completed',
    title: 'Opens the browser again after the code came',
    expect: invalidRequestUri,
    ends: 'credential_stored',
    needs,
    probe: { when: 'after', at: 'authorize', request: openAgain },
  },
  asWallet('vci.authorize.user_agent', 'vci.flow.user_agent_isolated'),
  asWallet('vci.flow.user_agent_isolated', 'vci.authorize.user_agent'),
  inAddress(
    'vci.authorize.no_secrets',
    'Puts the code verifier into the address of the browser',
    'accepted',
    (query) => query.set('code_verifier', 'in-the-open'),
    { alsoFails: ['vci.authorize.only_expected_params'] },
  ),
]
