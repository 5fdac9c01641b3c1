import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'

const schema = readFileSync(new URL('junit-10.xsd', import.meta.url), 'utf8')

/** What is wrong with a document by the schema of JUnit XML that Jenkins has, read by libxml2; nothing for a valid one. */
export async function junitErrors(xml: string): Promise<string[]> {
  const { valid, errors } = await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema })
  const said = errors.map(({ message }) => message)
  return valid || said.length > 0 ? said : ['The document is not valid.']
}
