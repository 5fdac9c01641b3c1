import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from 'playwright/test'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { answerBrowserRequest, type BrowserRequestOptions } from '@/lib/wallet/verifier/dc-api/answer-browser-request'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'

/** What a virtual wallet does with the next calls of a page. */
type Behaviour =
  | { readonly action: 'wait' | 'decline' | 'clear' }
  | { readonly action: 'respond'; readonly protocol: string; readonly response: unknown }

/** What a page has handed to the browser: `digital` as the wallet gets it. */
interface HandedOn {
  readonly digital: unknown
  readonly mediation?: unknown
}

/** The wallet behind the browser of a page. */
export interface VirtualWallet {
  /** Says what the browser does with a call that the reference wallet is not asked about. */
  readonly behave: (behaviour: Behaviour) => Promise<void>
  /** Lets the reference wallet answer, each call anew. */
  readonly answer: (options: Omit<BrowserRequestOptions, 'digital' | 'origin'>) => void
  /** What the page has handed to the browser so far, oldest first. */
  readonly handedOn: readonly HandedOn[]
  /** Forgets what it was told and what was handed on. */
  readonly forget: () => Promise<void>
}

/** The name under which a page finds what is told of a call. */
const binding = 'toldToVirtualWallet'

/**
 * Gives the browser of a page a wallet. The protocol for developers never shows a request, so the call of the page is held until the
 * reference wallet has answered it; then the browser is told to give that answer, and the call goes on as it is. To be called before
 * the page is opened. Fails in a browser without such a wallet, and names its version.
 */
export async function virtualWallet(page: Page): Promise<VirtualWallet> {
  const developers = await page.context().newCDPSession(page)
  const behave = async (behaviour: Behaviour) => {
    const version = page.context().browser()?.version()
    // The types of the protocol do not know this method yet.
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
    // Its user decides, as in a platform; without that, an error would come before anybody could act.
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

/** A credential that this service has issued to the reference wallet; one of each format for all tests of a worker. */
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
