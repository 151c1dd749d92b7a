test("updates", async () => {
  mount(App);
  await nextTick();
  await nextTick();
  expect(text()).toBe("done");
});
