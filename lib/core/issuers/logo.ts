/**
 * Logo of our issuers as a data URL, so that a wallet shows it without another request: a white ring on dark blue,
 * 64 x 64. PNG and not SVG, which HAIP section 4.1 asks wallets to take as well, because a widely used wallet library
 * refuses the whole metadata over a media type with a plus sign in a data URL.
 */
export const issuerLogo = {
  uri: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABABAMAAABYR2ztAAAAMFBMVEUSNVsiQmYyUHFBXXxRa4dheJJxhp2Bk6iQobKgrr2wvMjAydPQ197f5Onv8vT////J8QKvAAABBUlEQVR42u2UPW7CQBCFQaCACFI4AVyBLg1ClOm4AjcIUmpECupwBQ6QghuAREfjMmUUpaEzkRCJFPAXmT/vLjYvJUi8ap/n83i9OzOp1FUXqvtXmD4lhtMdNnorJQAv7DSLj9c4aBIXv/EjIGjFAI8YWsYkCJ+veqX0gxeujlPUgd9GuMqOgM8jwIOgvV3mfFi58bz5Vpjt2QHKEFT3JuPDhwN04TvJbfQOw8jdwtqOZ4BGZLNA1QJyzr49aFtAAX5M34eBBRRhYfomjC3gDr5MX4G5C8xP+X8Bpz8hNyl/Ux6UPGp5Wfq6ZcHIkpNFq8teNo5sPd28sv31ANEjSA6xq85cf0s2LfIJ12rhAAAAAElFTkSuQmCC',
  alt_text: 'A white ring on dark blue',
}
