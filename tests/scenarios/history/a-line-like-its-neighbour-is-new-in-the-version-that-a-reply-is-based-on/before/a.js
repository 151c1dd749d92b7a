test("updates", async () => {
  mount(App);
  await nextTick();
  expect(text()).toBe("done");
});
