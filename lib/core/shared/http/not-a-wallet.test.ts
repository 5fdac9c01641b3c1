import { describe, expect, it } from 'vitest'
import { type NoWallet, noWallet } from './not-a-wallet'

type Case = readonly [what: string, method: string, headers: Readonly<Record<string, string>>, said: NoWallet | null]

const cases: readonly Case[] = [
  ['a wallet that fetches', 'GET', { 'User-Agent': 'okhttp/4.12.0', Accept: 'application/json' }, null],
  ['a wallet that posts', 'POST', { 'User-Agent': 'EUDI/1.0' }, null],
  ['a client without header fields', 'GET', {}, null],
  ['a wallet in a web page', 'GET', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }, null],
  ['a question for header fields alone', 'HEAD', { 'User-Agent': 'okhttp/4.12.0' }, 'head'],
  ['a messenger that shows the link', 'GET', { 'User-Agent': 'WhatsApp/2.23.20.0 A' }, 'preview'],
  ['a crawler', 'GET', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'preview'],
  ['a browser that fetches ahead', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }, 'prefetch'],
  ['an older browser that fetches ahead', 'GET', { Purpose: 'prefetch' }, 'prefetch'],
  ['a browser that opens the address', 'GET', { 'Sec-Fetch-Dest': 'document' }, 'navigation'],
  ['a page that frames the address', 'GET', { 'Sec-Fetch-Dest': 'iframe' }, 'navigation'],
  ['a word that only begins alike', 'GET', { 'Sec-Purpose': 'prefetching' }, null],
]

describe('who is no wallet', () => {
  it.each(cases)('%s', (_what, method, headers, said) => {
    expect(noWallet({ method, headers: Object.entries(headers) })).toBe(said)
  })
})
