import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from 'playwright/test'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { answerBrowserRequest, type BrowserRequestOptions } from '@/lib/wallet/verifier/dc-api/answer-browser-request'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'

/** What a virtual wallet does with the next calls. */
type Behaviour =
  | { readonly action: 'wait' | 'decline' | 'clear' }
  | { readonly action: 'respond'; readonly protocol: string; readonly response: unknown }

/** What a page passed to the browser: `digital` as the wallet gets it. */
interface HandedOn {
  readonly digital: unknown
  readonly mediation?: unknown
}

/** The wallet behind the browser of a page. */
export interface VirtualWallet {
  /** Sets what the browser does with a call without asking the reference wallet. */
  readonly behave: (behaviour: Behaviour) => Promise<void>
  /** Lets the reference wallet answer each call. */
  readonly answer: (options: Omit<BrowserRequestOptions, 'digital' | 'origin'>) => void
  /** What the page has passed to the browser so far, oldest first. */
  readonly handedOn: readonly HandedOn[]
  /** Forgets settings and recorded calls. */
  readonly forget: () => Promise<void>
}

/** The function that a page calls to report a call. */
const binding = 'toldToVirtualWallet'

/**
 * Gives the browser of a page a wallet. The DevTools protocol never shows a request, so the page's call is held until
 * the reference wallet has answered it; then the browser is told that answer and the call continues. Call this before
 * opening the page. Fails in a browser without such a wallet, naming its version.
 */
export async function virtualWallet(page: Page): Promise<VirtualWallet> {
  const developers = await page.context().newCDPSession(page)
  const behave = async (behaviour: Behaviour) => {
    const version = page.context().browser()?.version()
    // The protocol's types do not know this method yet.
    const setting = Reflect.apply(developers.send, developers, [
      'DigitalCredentials.setVirtualWalletBehavior',
      behaviour,
    ])
    await expect(setting, `Chromium ${version} has no virtual wallet`).resolves.toEqual({})
  }
  const handedOn: HandedOn[] = []
  let answering: Omit<BrowserRequestOptions, 'digital' | 'origin'> | null = null
  await page.exposeBinding(binding, async ({ frame }, asked: HandedOn) => {
    handedOn.push(asked)
    if (answering === null) return
    const { origin } = new URL(frame.url())
    const outcome = await answerBrowserRequest({ ...answering, digital: asked.digital, origin })
    // The user decides, as on a platform; without that, an error would come before anybody could act.
    if ('declined' in outcome && outcome.declined !== null) await pause(outcome.userMillis)
    if ('refusal' in outcome) await behave({ action: 'decline' })
    else await behave({ action: 'respond', protocol: outcome.protocol, response: outcome.data })
  })
  await page.addInitScript((name) => {
    if (typeof CredentialsContainer === 'undefined') return
    const { get } = CredentialsContainer.prototype
    CredentialsContainer.prototype.get = async function held(options) {
      const { signal: _signal, ...handed } = options ?? {}
      await Reflect.get(window, name)(structuredClone(handed))
      return get.call(this, options)
    }
  }, binding)
  const answer: VirtualWallet['answer'] = (options) => {
    answering = options
  }
  const forget = async () => {
    answering = null
    handedOn.length = 0
    await behave({ action: 'clear' })
  }
  return { behave, answer, handedOn, forget }
}

const held = new Map<PresentableFormat, Promise<HeldCredential[]>>()

/** A credential that this service issued to the reference wallet; one per format for all tests of a worker. */
export function credentialOf(format: PresentableFormat, origin: string): Promise<HeldCredential[]> {
  const known = held.get(format)
  if (known !== undefined) return known
  const obtained = obtainCredential({ origin, format, http: createNodeClient() }).then(({ credentials, reason }) => {
    expect(credentials, reason ?? '').not.toEqual([])
    return credentials
  })
  held.set(format, obtained)
  return obtained
}
