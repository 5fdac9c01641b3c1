import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/**
 * Runs one flow of one wallet, from creating the session to its end. Returns the session's id. Throws when the flow
 * fails.
 */
export type Flow = (http: HttpClient) => Promise<string>

/** The kinds of flows that are measured. */
export type FlowKind = 'issuance' | 'presentation'

/** The measured flows. They send the fewest requests that a wallet needs once it has read the metadata. */
export interface Flows {
  /** Session with the offer by value, token request with DPoP, nonce request, SD-JWT VC with a key attestation. */
  readonly issuance: Flow
  /** Session, request object, encrypted response with an SD-JWT VC. */
  readonly presentation: Flow
  readonly newClient: () => HttpClient
}

/** Prepares the flows against one service, with a credential to present. */
export async function prepareFlows(baseUrl: string): Promise<Flows> {
  const service = { baseUrl, now: Date.now } as unknown as Parameters<typeof createHandWallet>[0]
  const { credentials } = await obtainCredential({ origin: baseUrl, http: createNodeClient() })
  const held = credentials.find(({ format }) => format === 'dc+sd-jwt') as HeldCredential | undefined
  if (held === undefined) throw new Error('There is no SD-JWT VC to present.')
  return {
    newClient: () => createHttpClient(baseUrl),
    async issuance(http) {
      const wallet = await createHandWallet(
        service,
        { credential_offer_mode: 'credential_offer' },
        withOfferByValue(http),
      )
      await wallet.obtainToken()
      const answer = await wallet.requestCredential()
      if (answer.status !== 200) throw new Error(`No credential: ${answer.status} ${answer.body}`)
      return wallet.created.session_id
    },
    async presentation(http) {
      const presenter = await createHandPresenter({ baseUrl }, held, {}, http)
      const request = await http({ path: presenter.requestPath })
      if (request.status !== 200) throw new Error(`No request: ${request.status} ${request.body}`)
      const answer = await presenter.answer(presenter.payload())
      if (answer.status !== 200) throw new Error(`Not presented: ${answer.status} ${answer.body}`)
      return presenter.created.session_id
    },
  }
}

/** A client that takes the offer from the deep link when the wallet would fetch it. */
function withOfferByValue(http: HttpClient): HttpClient {
  let offer = ''
  const send: (request: Parameters<HttpClient>[0]) => ReturnType<HttpClient> = async (request) => {
    if (/^\/sessions\/[^/]+\/offer$/.test(request.path)) {
      const answer = { path: request.path, status: 200, fields: [], body: offer, header: () => null }
      return { ...answer, json: () => JSON.parse(offer), object: () => JSON.parse(offer) }
    }
    const answer = await http(request)
    if (request.path === '/sessions' && answer.status === 201)
      offer = new URL(String(answer.object().deeplink)).searchParams.get('credential_offer') ?? ''
    return answer
  }
  return Object.assign(send, { close: http.close })
}
