import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { pathOfPage } from '@/lib/pages'
import { createPresentation } from './sessions'

export const [signed, unsigned, multisigned, isoMdoc] = [
  'openid4vp-v1-signed',
  'openid4vp-v1-unsigned',
  'openid4vp-v1-multisigned',
  'org-iso-mdoc',
] as const

/** Creates a session of the browser channel. */
export const create = (request: APIRequestContext, members: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  createPresentation(request, { presentation_channel: 'dc_api', ...members })

export const presentPage = (id: string): string => pathOfPage('present', id)
export const readBack = async (request: APIRequestContext, id: string) =>
  (await request.get(`/openid4vp/sessions/${id}`)).json()

/** The types of a session's events, oldest first. */
export const eventsOf = async (request: APIRequestContext, id: string): Promise<string[]> =>
  (await readBack(request, id)).events.map(({ type }: { readonly type: string }) => type)

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses the button once the request is there. */
export async function ask(page: Page, name = 'Ask my wallet'): Promise<void> {
  await expect(button(page, name)).toHaveAttribute('aria-disabled', 'false')
  await button(page, name).click()
}

/** The violated checks of a session. */
export async function redChecks(request: APIRequestContext, id: string): Promise<string[]> {
  const { checks } = await readBack(request, id)
  return checks.conformance
    .filter(({ status }: { readonly status: string }) => status === 'fail' || status === 'warn')
    .map((finding: { readonly id: string }) => finding.id)
}

/** Reasons that pages gave for not being able to ask. */
export const unsupportedReasons = async (request: APIRequestContext, id: string): Promise<unknown[]> =>
  (await readBack(request, id)).events
    .filter(({ type }: { readonly type: string }) => type === 'vp_dc_api_unsupported')
    .map(({ detail }: { readonly detail: { readonly reason: string } }) => detail.reason)
