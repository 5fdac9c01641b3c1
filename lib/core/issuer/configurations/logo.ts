import type { CredentialType } from '../../ground/formats/credential-format'
import type { IssuerUrls } from './issuer-urls'

/** A white ring on dark blue, 64 x 64, drawn for this project; standard base64. */
export const logoPngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEUSNVsiQmYyUHFBXXxRa4dheJJxhp2Bk6iQobKgrr2wvMjAydPQ197f5Onv8vT/' +
  '///J8QKvAAABBUlEQVR42u2UPW7CQBCFQaCACFI4AVyBLg1ClOm4AjcIUmpECupwBQ6QghuAREfjMmUUpaEzkRCJFPAXmT/vLjYvJUi8ap/n83i9OzOp' +
  '1FUXqvtXmD4lhtMdNnorJQAv7DSLj9c4aBIXv/EjIGjFAI8YWsYkCJ+veqX0gxeujlPUgd9GuMqOgM8jwIOgvV3mfFi58bz5Vpjt2QHKEFT3JuPDhwN0' +
  '4TvJbfQOw8jdwtqOZ4BGZLNA1QJyzr49aFtAAX5M34eBBRRhYfomjC3gDr5MX4G5C8xP+X8Bpz8hNyl/Ux6UPGp5Wfq6ZcHIkpNFq8teNo5sPd28sv31' +
  'ANEjSA6xq85cf0s2LfIJ12rhAAAAAElFTkSuQmCC'

/** The same logo as SVG. */
export const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#12355b"/>' +
  '<circle cx="32" cy="32" r="16" fill="none" stroke="#fff" stroke-width="6"/></svg>'

/** A `logo` member of display metadata. OID4VCI-1FINAL-12.2.4 */
type Logo = {
  uri: string
  alt_text: string
}

const logo = (uri: string): Logo => ({ uri, alt_text: 'A white ring on dark blue' })

/** Logo of an issuer: a PNG that we serve ourselves. */
export const issuerLogo = ({ logoPng }: Pick<IssuerUrls, 'logoPng'>): Logo => logo(logoPng)

/**
 * Logo of a credential: an SVG that we serve ourselves, or a PNG inside a data URL, by format. HAIP section 4.1 asks
 * wallets that show images to take both kinds from both places, so each issuer shows three of the four. The fourth, SVG
 * inside a data URL, is left out because a widely used wallet library refuses the whole metadata over the plus sign of
 * its media type.
 */
export const credentialLogo = (
  { logoSvg: svg }: Pick<IssuerUrls, 'logoSvg'>,
  format: CredentialType['format'],
): Logo => {
  switch (format) {
    case 'dc+sd-jwt':
      return logo(svg)
    case 'mso_mdoc':
      return logo(`data:image/png;base64,${logoPngBase64}`)
  }
}
