import { expect } from 'playwright/test'
import {
  ask,
  create,
  presentPage,
  readBack,
  redChecks,
  signed,
  unsigned,
  unsupportedReasons,
} from './support/present-page'
import { test } from './support/test'
import { violations } from './support/violations'
import { virtualWallet } from './support/virtual-wallet'

// Scripts and clocks given to a tab stay there.
test.use({ ownTab: true })

/** Reasons with which a call is rejected, and what the page says about them. */
const rejections = {
  TypeError: 'TypeError: the browser could not read the request.',
  SecurityError: 'SecurityError: the browser does not let this page ask for credentials.',
  InvalidStateError: 'InvalidStateError: the page was not in front, or another request was under way.',
  OperationError: 'OperationError: the browser or the platform failed while it passed the request on.',
}

test('what no virtual wallet does is told and on record too: each error of a browser, and a text as data', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await create(request)
  // Chromium cannot be made to reject with these, and its virtual wallet only takes objects as data. The first browsers
  // with the API returned JSON text.
  await page.addInitScript(() => {
    CredentialsContainer.prototype.get = async () => {
      const [does, data] = String(Reflect.get(window, 'browserDoes')).split(' ')
      if (does === 'TypeError') throw new TypeError('Made for this test.')
      if (does !== 'answer') throw new DOMException('Made for this test.', does)
      return Object.assign(Object.create(Credential.prototype), { protocol: 'openid4vp-v1-signed', data })
    }
  })
  await page.goto(presentPage(id))
  const askWhere = async (browserDoes: string, name?: string) => {
    await page.evaluate((does) => Reflect.set(window, 'browserDoes', does), browserDoes)
    await ask(page, name)
  }
  for (const [index, [name, sentence]] of Object.entries(rejections).entries()) {
    await askWhere(name, index === 0 ? 'Ask my wallet' : 'Ask again')
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await askWhere('answer {"response":"a.text"}', 'Ask again')
  await expect(page.getByText('Refused.')).toBeVisible()
  const { events, dc_api } = await readBack(request, id)
  const failed = events.filter(({ type }: { readonly type: string }) => type === 'vp_dc_api_failed')
  expect(failed.map(({ detail }: { readonly detail: { readonly name: string } }) => detail.name)).toEqual(
    Object.keys(rejections),
  )
  for (const { detail } of failed) expect(detail).toMatchObject({ message: 'Made for this test.', carrier: 'browser' })
  expect(dc_api.calls.filter(({ outcome }: { readonly outcome: string }) => outcome === 'error')).toHaveLength(4)
  expect(await redChecks(request, id)).toContain('vp.dcapi.result_shape')
})

test('the request is fetched again after five minutes, and as soon as an old page comes to the front', {
  tag: '@day-phone',
}, async ({ page, request }) => {
  const id = await create(request)
  const wallet = await virtualWallet(page)
  await wallet.behave({ action: 'decline' })
  await page.clock.install()
  const fetched: unknown[] = []
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/dc-api')) fetched.push(await answer.json())
  })
  await page.goto(presentPage(id))
  await expect.poll(() => fetched.length).toBe(1)
  await page.clock.fastForward('04:00')
  await page.clock.fastForward('01:00')
  await expect.poll(() => fetched.length).toBe(2)
  // No timer runs in the background.
  await page.clock.pauseAt(Date.now() + 6 * 60_000)
  await page.clock.setSystemTime(Date.now() + 12 * 60_000)
  expect(fetched).toHaveLength(2)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => fetched.length).toBe(3)
  await page.clock.resume()
  await ask(page)
  await expect.poll(() => wallet.handedOn).toEqual([fetched[2]])
  // Each is signed anew.
  expect(new Set(fetched.map((body) => JSON.stringify(body))).size).toBe(3)
})

test('a browser without the API is told so, and nothing is offered that cannot work', {
  tag: '@day-desktop',
}, async ({ page, request }) => {
  const id = await create(request)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  await page.goto(presentPage(id))
  await expect(page.getByText('This browser has no Digital Credentials API.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect.poll(() => unsupportedReasons(request, id)).toEqual(['no_api'])
  expect(await violations(page)).toEqual([])
})

test('a browser that carries none of the protocols is told which', { tag: '@day-phone' }, async ({ page, request }) => {
  const id = await create(request, { dc_api_protocols: [signed, unsigned] })
  await page.addInitScript(() => {
    DigitalCredential.userAgentAllowsProtocol = (protocol) => protocol === 'org-iso-mdoc'
  })
  await page.goto(presentPage(id))
  await expect(page.getByText(`This browser carries none of: ${signed}, ${unsigned}.`)).toBeVisible()
  await expect.poll(() => unsupportedReasons(request, id)).toEqual(['no_protocol'])
})
