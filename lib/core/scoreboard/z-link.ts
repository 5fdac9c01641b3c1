import { z } from 'zod'

/** Longest address that the ledger keeps, in characters. */
const linkMax = 2000

/** Whether a text is an address that may be shown to everybody: of the web, in ASCII, and without a name and password. */
function isLink(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** The address of a page elsewhere, which the ledger keeps and pages link to. It is public, so it holds no credentials. */
export const zLink = z.string().max(linkMax).refine(isLink, {
  message: 'must be an address with http or https, in ASCII, without a user name and password',
})
