import type { CredentialType } from '../../shared/formats/credential-format'
import type { IssuerUrls } from './issuer-in-play'

/** A white ring on dark blue, 64 x 64 pixels, drawn for this project; standard base64. */
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

type Logo = {
  uri: string
  alt_text: string
}

const logo = (uri: string): Logo => ({ uri, alt_text: 'A white ring on dark blue' })

/** A PNG that we serve. */
export const issuerLogo = ({ logoPng }: Pick<IssuerUrls, 'logoPng'>): Logo => logo(logoPng)

/**
 * An SVG that we serve or a PNG in a data URL, by format. HAIP section 4.1 asks wallets that show images to support
 * both types from both sources; each issuer shows three of the four combinations. The fourth, SVG in a data URL, is
 * omitted because a widely used wallet library rejects the whole metadata over the plus sign in its media type.
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
