function handle(req, res) {
  // set the powered by header
  if (this.enabled('powered')) {
    res.set('Powered-By', 'us');
  }

  // set circular references
  req.res = res;
  res.req = req;
}
