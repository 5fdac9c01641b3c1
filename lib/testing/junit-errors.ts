import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** libxml2, as far as it is used here. */
const xmllint: {
  validateXML(documents: { readonly xml: File; readonly schema: string }): Promise<{
    readonly valid: boolean
    readonly errors: readonly { readonly message: string }[]
  }>
} = require('xmllint-wasm')

interface File {
  readonly fileName: string
  readonly contents: string
}

const schema = readFileSync(new URL('junit-10.xsd', import.meta.url), 'utf8')

/** What is wrong with a document by the schema of JUnit XML that Jenkins has, read by libxml2; nothing for a valid one. */
export async function junitErrors(xml: string): Promise<string[]> {
  const { valid, errors } = await xmllint.validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema })
  const said = errors.map(({ message }) => message)
  return valid || said.length > 0 ? said : ['The document is not valid.']
}
