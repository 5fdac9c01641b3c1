import { expect } from 'vitest'
import type { EventView, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import type { NextStep } from '@/lib/core/engine/evidence/z-session-view'
import { createHandPresenter, type HandPresenter } from './hand-presenter'
import { createHandWallet, type HandWallet } from './hand-wallet'
import type { HttpAnswer } from './http-client'
import type { TestService } from './service'

interface View {
  readonly next_step: NextStep | null
  readonly exchanges: readonly ExchangeView[]
  readonly events: readonly EventView[]
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
  const identifiers = new WeakMap<HandWallet, string>()
  const seen = { refusals: 0 }

  async function compareWallet(wallet: HandWallet): Promise<string[]> {
    const view = await wallet.view()
    const refused = refusedLast(view)
    if (refused === null) return []
    seen.refusals += 1
    const at = `${refused.path} of ${view.session_id}`
    if (view.next_step === null) return refused.after_end === true ? [] : [`${at}: no next step`]
    const { operation, because } = view.next_step
    const works = async (send: () => Promise<HttpAnswer>) => {
      const back = service().fork()
      const accepted = await isAccepted(send)
      back()
      return accepted
    }
    const token = () => works(() => wallet.requestToken(withTransactionCode(wallet)))
    const credential = () => works(() => wallet.requestCredential(withIdentifier(identifiers.get(wallet))))
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
    wallet: async (...given: Parameters<typeof createHandWallet>): Promise<HandWallet> => {
      const wallet = await createHandWallet(...given)
      const { requestToken } = wallet
      const noting: HandWallet['requestToken'] = async (changes) => {
        const answer = await requestToken(changes)
        const identifier = answer.status === 200 ? identifierIn(answer.object().authorization_details) : null
        if (identifier !== null) identifiers.set(wallet, identifier)
        return answer
      }
      Object.assign(wallet, { requestToken: noting })
      wallets.push(wallet)
      return wallet
    },
    presenter: async (...given: Parameters<typeof createHandPresenter>): Promise<HandPresenter> => {
      const presenter = await createHandPresenter(...given)
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

/** Names the credential by the identifier that the token response gave, if it did. OID4VCI-1FINAL-8.2 */
const withIdentifier = (identifier: string | undefined): Parameters<HandWallet['requestCredential']>[0] =>
  identifier === undefined
    ? {}
    : {
        request: (request) => {
          delete request.credential_configuration_id
          request.credential_identifier = identifier
        },
      }

/** The transaction code of the session in a token request, if it has one. */
function withTransactionCode({ created }: HandWallet): Parameters<HandWallet['requestToken']>[0] {
  const code = (created as { readonly tx_code?: unknown }).tx_code
  return typeof code === 'string' ? { form: (form) => form.set('tx_code', code) } : {}
}
