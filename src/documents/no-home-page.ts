/** What a sidecar says at `/` when the site has no home page. */
export const NO_HOME_PAGE = 'This site has no home page here.';
