import { expect } from 'vitest'
import type { EventView, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import type { NextStep } from '@/lib/core/engine/evidence/z-session-view'
import { createHandPresenter, type HandPresenter } from './hand-presenter'
import { type CredentialChanges, createHandWallet, type HandWallet, type TokenChanges } from './hand-wallet'
import type { HttpAnswer } from './http-client'
import type { TestService } from './service'

interface View {
  readonly next_step: NextStep | null
  readonly exchanges: readonly ExchangeView[]
  readonly events: readonly EventView[]
}

/** What the last token response gave a wallet. */
interface Given {
  readonly accessToken?: string
  readonly refreshToken?: string
  readonly identifier?: string
}

/** The last request of a session, where it was refused and the refusal was not planned; `null` otherwise. */
function refusedLast({ exchanges, events }: View): ExchangeView | null {
  const last = exchanges.findLast(({ origin }) => origin === 'wallet' || origin === 'user_agent')
  const status = last?.response.status ?? 0
  const isPlanned = events.some(({ type, detail }) => type === 'answer_altered' && detail.exchange_id === last?.id)
  return last === undefined || status < 400 || isPlanned || last.session_id === null ? null : last
}

/** Whether a right request is accepted. One that cannot even be made is not. */
async function isAccepted(send: () => Promise<HttpAnswer>): Promise<boolean> {
  try {
    return (await send()).status < 300
  } catch {
    return false
  }
}

/**
 * Compares the next step of each wallet that a test made with what works. After a refusal the stored state is forked:
 * the right request that the step names is accepted, and where the step says that nothing lives, none is. To be called
 * after each test, over memory.
 */
export function nextStepGuard(service: () => TestService) {
  const wallets: HandWallet[] = []
  const presenters: HandPresenter[] = []
  const given = new WeakMap<HandWallet, Given>()
  const seen = { refusals: 0 }

  async function compareWallet(wallet: HandWallet): Promise<string[]> {
    const view = await wallet.view()
    const refused = refusedLast(view)
    if (refused === null) return []
    seen.refusals += 1
    const at = `${refused.path} of ${view.session_id}`
    if (view.next_step === null) return refused.after_end === true ? [] : [`${at}: no next step`]
    const { operation, because, survives } = view.next_step
    const works = async (send: () => Promise<HttpAnswer>) => {
      const back = service().fork()
      const accepted = await isAccepted(send)
      back()
      return accepted
    }
    const own = given.get(wallet) ?? {}
    const isAlive = (kind: string) => survives.some((one) => one.kind === kind && one.lives)
    const refreshes = own.refreshToken !== undefined && isAlive('refresh_token') && !isAlive('code')
    const token = () =>
      works(() => withNonce(wallet, refreshes ? refreshing(own.refreshToken ?? '') : withTransactionCode(wallet)))
    const credential = () => works(() => wallet.requestCredential(rightCredential(own)))
    const say = (what: string) => [`${at}: names ${operation} (${because}), ${what}`]
    if (operation === 'requestToken') return (await token()) ? [] : say('and the right token request fails')
    if (operation === 'requestCredential' || operation === 'requestNonce')
      return (await credential()) ? [] : say('and the right credential request fails')
    if (operation !== null) return []
    if (await token()) return say('but the code still works')
    return (await credential()) ? say('but the access token still works') : []
  }

  async function comparePresenter(
    presenter: HandPresenter,
    right: (presenter: HandPresenter) => Promise<HttpAnswer>,
  ): Promise<string[]> {
    const view = await presenter.view()
    const refused = refusedLast(view)
    // A response of another kind is not made here.
    if (refused === null || presenter.request.response_type !== 'vp_token') return []
    seen.refusals += 1
    const at = `${refused.path} of ${view.session_id}`
    if (view.next_step === null) return refused.after_end === true ? [] : [`${at}: no next step`]
    const { operation, because } = view.next_step
    const back = service().fork()
    const accepted = await isAccepted(() => right(presenter))
    back()
    const isNamed = operation === 'sendPresentationResponse' || operation === 'sendPresentationResponseByState'
    return accepted === isNamed
      ? []
      : [`${at}: names ${operation} (${because}), and the right response ${accepted ? 'is accepted' : 'is refused'}`]
  }

  return {
    seen,
    wallet: async (...parts: Parameters<typeof createHandWallet>): Promise<HandWallet> => {
      const wallet = await createHandWallet(...parts)
      const { requestToken } = wallet
      const noting: HandWallet['requestToken'] = async (changes) => {
        const answer = await requestToken(changes)
        if (answer.status === 200) given.set(wallet, givenBy(answer))
        return answer
      }
      Object.assign(wallet, { requestToken: noting })
      wallets.push(wallet)
      return wallet
    },
    presenter: async (...parts: Parameters<typeof createHandPresenter>): Promise<HandPresenter> => {
      const presenter = await createHandPresenter(...parts)
      presenters.push(presenter)
      return presenter
    },
    /** Throws where a step and what works differ. `right`: the right response to the request of a presenter. */
    compare: async (
      right: (presenter: HandPresenter) => Promise<HttpAnswer> = (one) => one.answer(one.payload()),
    ): Promise<void> => {
      const found: string[] = []
      for (const wallet of wallets.splice(0)) found.push(...(await compareWallet(wallet)))
      for (const presenter of presenters.splice(0)) found.push(...(await comparePresenter(presenter, right)))
      expect(found).toEqual([])
    },
  }
}

/** The first credential identifier of a token response; `null` if it has none. */
function identifierIn(details: unknown): string | null {
  const [detail] = Array.isArray(details) ? (details as { readonly credential_identifiers?: unknown }[]) : []
  const [identifier]: unknown[] = Array.isArray(detail?.credential_identifiers) ? detail.credential_identifiers : []
  return typeof identifier === 'string' ? identifier : null
}

/** The values of a token response. */
function givenBy(answer: HttpAnswer): Given {
  const { access_token: accessToken, refresh_token: refreshToken, authorization_details: details } = answer.object()
  const identifier = identifierIn(details)
  return {
    ...(typeof accessToken === 'string' ? { accessToken } : {}),
    ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
    ...(identifier === null ? {} : { identifier }),
  }
}

/** Names the credential by the identifier that the token response gave, if it did. OID4VCI-1FINAL-8.2 */
const rightCredential = ({ accessToken, identifier }: Given): CredentialChanges => ({
  ...(accessToken === undefined ? {} : { accessToken }),
  ...(identifier === undefined
    ? {}
    : {
        request: (request) => {
          delete request.credential_configuration_id
          request.credential_identifier = identifier
        },
      }),
})

const refreshing = (token: string): TokenChanges => ({
  form: (form) => {
    form.delete('pre-authorized_code')
    form.set('grant_type', 'refresh_token')
    form.set('refresh_token', token)
  },
})

/** A token request, again with a DPoP nonce if the server demands one. RFC9449-8 */
async function withNonce(wallet: HandWallet, changes: TokenChanges): Promise<HttpAnswer> {
  const answer = await wallet.requestToken(changes)
  const nonce = answer.header('DPoP-Nonce')
  if (answer.status !== 400 || nonce === null) return answer
  return wallet.requestToken({
    ...changes,
    dpop: ({ claims }) => {
      claims.nonce = nonce
    },
  })
}

/** The transaction code of the session in a token request, if it has one. */
function withTransactionCode({ created }: HandWallet): TokenChanges {
  const code = (created as { readonly tx_code?: unknown }).tx_code
  return typeof code === 'string' ? { form: (form) => form.set('tx_code', code) } : {}
}
